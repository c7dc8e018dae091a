"""The lab: experiments in which bots play the same games under several variants."""
