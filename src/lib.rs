//! # Wordfield: watch a kernel learn
//!
//! Desktop of the window ([`desktop`]) and command line ([`cli`]) of the program.
//! Everything else is in separate crates, whose dependencies Cargo checks: a crate uses those above it in this table.
//!
//! | crate | content | names neither |
//! |---|---|---|
//! | [`wordfield_core`] | corpora, kernels, solvers, models, training, experiments, saved models | window nor terminal |
//! | [`wordfield_output`] | everything that leaves: tables, vectors, pairs, figures, and their formats | window nor terminal |
//! | [`wordfield_session`] | session files | window nor terminal |
//! | [`wordfield_state`] | workspace, actions, update, scene: what the views draw, as data | window nor terminal |
//! | `wordfield_ui` | panels and views: read the workspace, return actions | threads nor dialogs |
//! | [`wordfield_app`] | frame of the window: drains events, draws, applies, runs effects, keeps work | threads, dialogs nor disks |
//! | `wordfield` | [`desktop`]: threads, dialogs, disks, renderers; [`cli`]: one file a subcommand | |
//!
//! `crates/testing` has the corpora and files that tests of several crates share.
//! Without the feature `window` this crate is the command line alone; `figure`, `lessons` and the window need it.
//! On Linux the feature `wgpu` adds a second renderer.
//!
//! The symbols of the formulas are listed in [`wordfield_core`].

pub mod cli;
#[cfg(feature = "window")]
pub mod desktop;
