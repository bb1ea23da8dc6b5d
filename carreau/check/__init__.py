"""The conformance suite for games anywhere: every promise of the contract is a check with a name."""
