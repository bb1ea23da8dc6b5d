"""What the proofs share: servers, players, requests, tables, and the comparison with the log."""
