"""Kings in the Corner in words: sentences, rulebooks, examples, and other languages."""
