"""Sample in words: sentences, rulebooks, examples, and other languages."""
