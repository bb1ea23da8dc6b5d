"""The promises of the web table, each as a program that anyone can run."""
