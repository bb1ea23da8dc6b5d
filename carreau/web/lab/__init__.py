"""The page /lab: experiments for people who do not use a terminal, played one at a time by a process that is in nobody's way."""
