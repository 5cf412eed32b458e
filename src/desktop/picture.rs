//! File of the window's screenshot.

use std::{
    fs,
    io::{self, Read as _},
    path::Path,
    sync::mpsc::Receiver,
};

use anyhow::Context as _;
use eframe::egui::ColorImage;

use wordfield_core::project::write_atomically;

/// First bytes of a PNG file.
const PNG: [u8; 8] = *b"\x89PNG\r\n\x1a\n";

/// Result of saving the screenshot, after the window is closed.
///
/// # Errors
/// If a wanted screenshot was not saved.
pub(super) fn outcome(saved: &Receiver<anyhow::Result<()>>, wanted: bool) -> anyhow::Result<()> {
    saved.try_recv().unwrap_or_else(|_| {
        anyhow::ensure!(!wanted, "the window was closed before its picture was saved");
        Ok(())
    })
}

/// Refuses to replace a file that is not a PNG picture, for example a corpus or a model.
///
/// # Errors
/// If a file at the path is not a PNG picture.
pub fn check_picture(file: &Path) -> anyhow::Result<()> {
    let mut start = [0; PNG.len()];
    let Ok(mut there) = fs::File::open(file) else { return Ok(()) };
    let is_other = there.metadata().is_ok_and(|data| data.is_file() && data.len() > 0)
        && (there.read_exact(&mut start).is_err() || start != PNG);
    anyhow::ensure!(!is_other, "{}: is a file and not a PNG picture: choose another place", file.display());
    Ok(())
}

/// Saves a screenshot as a PNG picture, over no other file than a picture.
pub(super) fn save(file: &Path, picture: &ColorImage) -> anyhow::Result<()> {
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
    use std::sync::mpsc::channel;

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
        let (send, saved) = channel();
        assert!(outcome(&saved, false).is_ok());
        assert!(outcome(&saved, true).expect_err("no picture").to_string().contains("closed"));
        send.send(Ok(())).expect("a receiver");
        assert!(outcome(&saved, true).is_ok());
    }
}
