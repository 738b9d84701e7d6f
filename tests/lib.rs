//! Shared by the test files: where things lie, and how a diagnostic is drawn for a snapshot.
