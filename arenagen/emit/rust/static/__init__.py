"""Rust modules that are copied into generated code as they are."""
