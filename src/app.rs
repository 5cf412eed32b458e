//! The window: drain events, draw, apply.

use std::path::PathBuf;

use crate::corpus::ReadOptions;

/// How the window starts.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Launch {
    /// Files to open at once; empty: the built-in corpus.
    pub corpus: Vec<PathBuf>,
    /// How to read them.
    pub read: ReadOptions,
    /// Save a picture of the window here and leave.
    pub screenshot: Option<PathBuf>,
    /// Seconds after the first frame at which the picture is taken.
    pub after: f64,
    /// What draws; `None`: the window's choice.
    pub renderer: Option<Renderer>,
    /// Light or dark; `None`: the system's choice.
    pub theme: Option<Theme>,
}

/// What draws the window.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Renderer {
    /// OpenGL.
    Glow,
    /// Vulkan, Metal, DX12 or OpenGL through wgpu.
    Wgpu,
}

/// The window's colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Theme {
    /// Dark on light.
    Light,
    /// Light on dark.
    Dark,
}

/// Shows the window until it is closed or its picture is saved.
///
/// # Errors
/// When no window can be opened or the picture cannot be saved.
pub fn run(launch: Launch) -> anyhow::Result<()> {
    drop(launch);
    anyhow::bail!("this build has no window: use the subcommands train and predict")
}
