//! A picture of the window into a file, then the window closes.

use std::{
    path::PathBuf,
    sync::Arc,
    time::{Duration, Instant},
};

use anyhow::Context as _;
use eframe::egui::{ColorImage, Context, ViewportCommand};
use parking_lot::Mutex;

/// What became of the picture, told across the window's end.
#[derive(Clone, Default)]
pub struct Outcome(Arc<Mutex<Option<anyhow::Result<()>>>>);

impl Outcome {
    fn set(&self, result: anyhow::Result<()>) {
        *self.0.lock() = Some(result);
    }

    /// The result, once the window is gone.
    ///
    /// # Errors
    /// When a picture was wanted and not saved.
    pub fn take(&self, wanted: bool) -> anyhow::Result<()> {
        match self.0.lock().take() {
            Some(result) => result,
            None if wanted => anyhow::bail!("the window was closed before its picture was saved"),
            None => Ok(()),
        }
    }
}

/// A picture to be taken.
pub struct Picture {
    file: PathBuf,
    after: Duration,
    first_frame: Option<Instant>,
    asked: bool,
    outcome: Outcome,
}

impl Picture {
    /// To be saved in `file`, so many seconds after the first frame.
    pub fn new(file: PathBuf, after: f64, outcome: Outcome) -> Self {
        let after = Duration::try_from_secs_f64(after.max(0.0)).unwrap_or(Duration::ZERO);
        Self { file, after, first_frame: None, asked: false, outcome }
    }

    /// Asks for the picture when its time has come.
    pub fn frame(&mut self, ctx: &Context) {
        if self.asked {
            ctx.request_repaint();
            return;
        }
        let since = self.first_frame.get_or_insert_with(Instant::now).elapsed();
        if since < self.after {
            ctx.request_repaint_after(self.after.saturating_sub(since));
            return;
        }
        self.asked = true;
        let (file, outcome, window) = (self.file.clone(), self.outcome.clone(), ctx.clone());
        ctx.request_screenshot(move |picture| {
            outcome.set(save(&file, &picture));
            window.send_viewport_cmd(ViewportCommand::Close);
            window.request_repaint();
        });
        ctx.request_repaint();
    }
}

fn save(file: &std::path::Path, picture: &ColorImage) -> anyhow::Result<()> {
    if let Some(folder) = file.parent().filter(|folder| !folder.as_os_str().is_empty()) {
        std::fs::create_dir_all(folder).with_context(|| format!("the folder {} cannot be made", folder.display()))?;
    }
    let [width, height] = picture.size;
    let bytes: Vec<u8> = picture.pixels.iter().flat_map(|pixel| [pixel.r(), pixel.g(), pixel.b()]).collect();
    image::save_buffer_with_format(
        file,
        &bytes,
        width as u32,
        height as u32,
        image::ExtendedColorType::Rgb8,
        image::ImageFormat::Png,
    )
    .with_context(|| format!("the picture cannot be saved in {}: choose another place", file.display()))
}

#[cfg(test)]
mod tests {
    use eframe::egui::Color32;

    use super::*;

    #[test]
    fn saves_what_it_sees() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("new/picture.png");
        save(&file, &ColorImage::filled([3, 2], Color32::from_rgb(1, 2, 3))).expect("saved");
        let read = image::open(&file).expect("a picture").to_rgb8();
        assert_eq!((read.dimensions(), read.get_pixel(2, 1).0), ((3, 2), [1, 2, 3]));
    }

    #[test]
    fn a_wanted_picture_that_never_came_is_an_error() {
        assert!(Outcome::default().take(false).is_ok());
        assert!(Outcome::default().take(true).expect_err("no picture").to_string().contains("closed"));
    }
}
