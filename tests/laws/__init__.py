"""Tests of the proofs of laws."""
