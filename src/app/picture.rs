//! Screenshot of the window, saved to a file before the window closes.

use std::{
    fs,
    io::{self, Read as _},
    path::{Path, PathBuf},
    sync::Arc,
    time::{Duration, Instant},
};

use anyhow::Context as _;
use eframe::egui::{ColorImage, Context, ViewportCommand};
use parking_lot::Mutex;

use wordfield_core::project::write_atomically;

/// First bytes of a PNG file.
const PNG: [u8; 8] = *b"\x89PNG\r\n\x1a\n";

/// Result of the screenshot, available after the window is closed.
#[derive(Clone, Default)]
pub(super) struct Outcome(Arc<Mutex<Option<anyhow::Result<()>>>>);

impl Outcome {
    fn set(&self, result: anyhow::Result<()>) {
        *self.0.lock() = Some(result);
    }

    /// Result of saving the screenshot, available after the window is closed.
    ///
    /// # Errors
    /// If a requested picture was not saved.
    pub(super) fn take(&self, wanted: bool) -> anyhow::Result<()> {
        match self.0.lock().take() {
            Some(result) => result,
            None if wanted => anyhow::bail!("the window was closed before its picture was saved"),
            None => Ok(()),
        }
    }
}

/// Screenshot of the window that was requested.
pub(super) struct Picture {
    file: PathBuf,
    after: Duration,
    first_frame: Option<Instant>,
    screenshot_requested: bool,
    outcome: Outcome,
}

impl Picture {
    /// Requests a screenshot to `file`, taken `after` seconds after the first frame.
    pub(super) fn new(file: PathBuf, after: f64, outcome: Outcome) -> Self {
        let after = Duration::try_from_secs_f64(after.max(0.0)).unwrap_or(Duration::ZERO);
        Self { file, after, first_frame: None, screenshot_requested: false, outcome }
    }

    /// Takes the screenshot once its time has passed.
    pub(super) fn frame(&mut self, ctx: &Context) {
        if self.screenshot_requested {
            ctx.request_repaint();
            return;
        }
        let since = self.first_frame.get_or_insert_with(Instant::now).elapsed();
        if since < self.after {
            ctx.request_repaint_after(self.after.saturating_sub(since));
            return;
        }
        self.screenshot_requested = true;
        let (file, outcome, window) = (self.file.clone(), self.outcome.clone(), ctx.clone());
        ctx.request_screenshot(move |picture| {
            outcome.set(save(&file, &picture));
            window.send_viewport_cmd(ViewportCommand::Close);
            window.request_repaint();
        });
        ctx.request_repaint();
    }
}

/// Refuses to replace a file that is not a PNG picture, for example a corpus or a model.
///
/// # Errors
/// If another kind of file exists at the path.
pub fn check_picture(file: &Path) -> anyhow::Result<()> {
    let mut start = [0; PNG.len()];
    let Ok(mut there) = fs::File::open(file) else { return Ok(()) };
    let is_other = there.metadata().is_ok_and(|data| data.is_file() && data.len() > 0)
        && (there.read_exact(&mut start).is_err() || start != PNG);
    anyhow::ensure!(!is_other, "{}: is a file and not a PNG picture: choose another place", file.display());
    Ok(())
}

fn save(file: &Path, picture: &ColorImage) -> anyhow::Result<()> {
    check_picture(file)?;
    let [width, height] = picture.size;
    let pixels: Vec<u8> = picture.pixels.iter().flat_map(|pixel| [pixel.r(), pixel.g(), pixel.b()]).collect();
    let mut bytes = io::Cursor::new(Vec::new());
    image::write_buffer_with_format(
        &mut bytes,
        &pixels,
        width as u32,
        height as u32,
        image::ExtendedColorType::Rgb8,
        image::ImageFormat::Png,
    )
    .context("the picture cannot be encoded")?;
    Ok(write_atomically(file, bytes.get_ref())?)
}

#[cfg(test)]
mod tests {
    use eframe::egui::Color32;

    use super::*;

    #[test]
    fn a_picture_is_saved_and_replaces_only_pictures() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("picture.png");
        let image = ColorImage::filled([3, 2], Color32::from_rgb(1, 2, 3));
        for _ in 0..2 {
            save(&file, &image).expect("saved");
            let read = image::open(&file).expect("a picture").to_rgb8();
            assert_eq!((read.dimensions(), read.get_pixel(2, 1).0), ((3, 2), [1, 2, 3]));
        }
        fs::write(&file, "a corpus").expect("a file");
        assert!(save(&file, &image).expect_err("not replaced").to_string().contains("not a PNG picture"));
        assert_eq!(fs::read(&file).expect("unchanged"), b"a corpus");
        let error = save(&folder.path().join("new/picture.png"), &image).expect_err("no such folder").to_string();
        assert!(error.contains("make it first"), "{error}");
    }

    #[test]
    fn a_requested_picture_that_is_missing_is_an_error() {
        assert!(Outcome::default().take(false).is_ok());
        assert!(Outcome::default().take(true).expect_err("no picture").to_string().contains("closed"));
    }
}
