//! Renderer of the window: the requested one, with OpenGL and wgpu as fallbacks for each other.

use super::system::REMEDY;

/// Graphics library by which the window is rendered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Renderer {
    /// Renderer that uses OpenGL.
    Glow,
    /// Renderer that uses Vulkan, Metal, DX12 or OpenGL, through wgpu.
    Wgpu,
}

impl Renderer {
    /// Default renderer: OpenGL on Linux, where it is several times faster without a GPU, otherwise wgpu.
    /// Remote desktops of other systems provide an outdated OpenGL.
    const USUAL: Self = if cfg!(target_os = "linux") { Self::Glow } else { Self::Wgpu };

    fn other(self) -> Self {
        match self {
            Self::Glow => Self::Wgpu,
            Self::Wgpu => Self::Glow,
        }
    }

    /// Name of the renderer in eframe.
    ///
    /// # Errors
    /// If the renderer is not part of this build.
    pub(super) fn of_eframe(self) -> anyhow::Result<eframe::Renderer> {
        match self {
            Self::Glow => Ok(eframe::Renderer::Glow),
            #[cfg(any(feature = "wgpu", not(target_os = "linux")))]
            Self::Wgpu => Ok(eframe::Renderer::Wgpu),
            #[cfg(not(any(feature = "wgpu", not(target_os = "linux"))))]
            Self::Wgpu => {
                anyhow::bail!("this build does not include wgpu: build it with `cargo build --release --features wgpu`")
            }
        }
    }

    /// Name of the renderer on the command line.
    fn name(self) -> &'static str {
        match self {
            Self::Glow => "glow",
            Self::Wgpu => "wgpu",
        }
    }
}

/// Shows the window with the requested renderer, or with the alternative if that fails.
///
/// # Errors
/// If both renderers fail; the message names both reasons.
pub(super) fn first_that_draws(
    preferred: Option<Renderer>,
    mut show: impl FnMut(Renderer) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    let first = preferred.unwrap_or(Renderer::USUAL);
    let Err(why) = show(first) else { return Ok(()) };
    let second = first.other();
    log::warn!("{} cannot draw here ({why:#}); {} is tried instead.", first.name(), second.name());
    show(second).map_err(|also| {
        let (one, two) = (first.name(), second.name());
        anyhow::anyhow!("the window cannot be opened, neither by {one} ({why:#}) nor by {two} ({also:#}): {REMEDY}")
    })
}

#[cfg(test)]
mod tests {
    use anyhow::bail;

    use super::*;

    #[test]
    fn the_other_renderer_is_the_fallback_of_the_requested_one() {
        for preferred in [None, Some(Renderer::Glow), Some(Renderer::Wgpu)] {
            for fails in [None, Some(Renderer::Glow), Some(Renderer::Wgpu)] {
                let mut tried = vec![];
                let shown = first_that_draws(preferred, |renderer| {
                    tried.push(renderer);
                    if fails == Some(renderer) {
                        bail!("no device");
                    }
                    Ok(())
                });
                let first = preferred.unwrap_or(Renderer::USUAL);
                assert!(shown.is_ok());
                assert_eq!(tried, if fails == Some(first) { vec![first, first.other()] } else { vec![first] });
            }
        }
    }

    #[test]
    fn two_failed_renderers_report_both_reasons() {
        let error = first_that_draws(Some(Renderer::Wgpu), |renderer| bail!("{} is broken", renderer.name())).unwrap_err();
        let error = error.to_string();
        for part in ["by wgpu (wgpu is broken)", "by glow (glow is broken)", "need no window"] {
            assert!(error.contains(part), "{error}");
        }
    }
}
