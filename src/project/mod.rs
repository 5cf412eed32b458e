//! The saved model and the report.
