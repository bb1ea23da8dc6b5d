"""The promises of the web table, each as a program that tries to break it."""
