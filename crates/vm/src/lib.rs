//! Runs a program against a host and suspends at decisions.
