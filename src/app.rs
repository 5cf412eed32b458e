//! The window: drain events, draw, apply.
