//! Export of a recorded run as an animation: an animated GIF, or one PNG picture per frame.
//!
//! Cost: a picture per frame, and for a GIF a palette of 256 colours of each. Memory: one frame.

use std::io;

use image::{
    Delay, ImageError, RgbaImage,
    codecs::gif::{GifEncoder, Repeat},
};

use super::{ExportError, ExportKind, Sink, exporter::Format, figure::Image};

/// Frames per second of an exported animation.
const RATE: u32 = 12;
/// Number of times the last frame is shown before a GIF animation starts again.
const PAUSE: usize = 18;
/// Speed of the GIF encoder's search for a palette, from 1 (best colours) to 30.
const PALETTE_SPEED: i32 = 10;

/// Function that receives the frames of an animation one after another.
pub type EachFrame<'a> = dyn FnMut(&Image) -> Result<(), ExportError> + 'a;

/// Frames of an animation, drawn when they are written.
pub trait Frames {
    /// Draws every frame of the animation in order.
    ///
    /// # Errors
    /// Returns an error if a frame cannot be drawn, or the error of `each`.
    fn draw(&self, each: &mut EachFrame<'_>) -> Result<(), ExportError>;
}

impl ExportKind for dyn Frames {
    type Contents<'a> = dyn Frames + 'a;

    const FORMATS: &'static [Format<Self>] = &[
        Format::<Self>::files(["gif", "gif"], "GIF, an animation", "browsers, slides, chats", gif),
        Format::<Self>::files(["png-frames", "png"], "PNG, a numbered picture per frame", "ffmpeg, video editors", png_frames),
    ];
}

/// Writes frames as an animated GIF that repeats without end.
fn gif(frames: &(dyn Frames + '_), sink: &mut Sink<'_>) -> Result<(), ExportError> {
    let path = sink.path.clone();
    let failed = |error: ImageError| ExportError::of(&path, io::Error::other(error));
    let mut encoder = GifEncoder::new_with_speed(sink.main()?, PALETTE_SPEED);
    encoder.set_repeat(Repeat::Infinite).map_err(failed)?;
    let mut last = None;
    frames.draw(&mut |picture| {
        let frame = frame(picture, 1)?;
        encoder.encode_frame(frame).map_err(failed)?;
        last = Some(picture.clone());
        Ok(())
    })?;
    match last {
        Some(picture) => encoder.encode_frame(frame(&picture, PAUSE)?).map_err(failed),
        None => Ok(()),
    }
}

/// Frame of a GIF animation, shown for the duration of `times` frames.
fn frame(picture: &Image, times: usize) -> Result<image::Frame, ExportError> {
    let delay = Delay::from_numer_denom_ms(1000 * times as u32, RATE);
    Ok(image::Frame::from_parts(pixels(picture)?, 0, 0, delay))
}

fn pixels(picture: &Image) -> Result<RgbaImage, ExportError> {
    let [width, height] = picture.size.map(|length| length as u32);
    RgbaImage::from_raw(width, height, picture.pixels.as_flattened().to_vec())
        .ok_or_else(|| ExportError::Unsuitable("a frame has no pixels: choose a larger size".to_owned()))
}

/// Writes one PNG picture per frame, numbered from 1: `run.png` becomes `run-0001.png`.
fn png_frames(frames: &(dyn Frames + '_), sink: &mut Sink<'_>) -> Result<(), ExportError> {
    let mut number = 0;
    frames.draw(&mut |picture| {
        number += 1;
        let bytes = picture.png().map_err(ExportError::Unsuitable)?;
        let path = sink.path.clone();
        let mut file = sink.beside(&format!("{number:04}"))?;
        io::Write::write_all(&mut file, &bytes).map_err(|cause| ExportError::of(&path, cause))
    })
}

#[cfg(test)]
mod tests {
    use std::{
        fs::{self, File},
        time::Duration,
    };

    use image::{AnimationDecoder, codecs::gif::GifDecoder};

    use super::*;
    use crate::Sink;
    use wordfield_core::project::Inputs;

    /// Test frames: a white picture with a black column per frame.
    struct Columns(usize);

    impl Frames for Columns {
        fn draw(&self, each: &mut EachFrame<'_>) -> Result<(), ExportError> {
            (0..self.0).try_for_each(|at| {
                let pixel = |place: usize| if place % 8 == at { [0, 0, 0, 255] } else { [255; 4] };
                each(&Image { size: [8, 4], pixels: (0..32).map(pixel).collect(), sharp: true })
            })
        }
    }

    #[test]
    fn an_animation_is_read_back_frame_by_frame() {
        let folder = tempfile::tempdir().unwrap();
        let (path, inputs) = (folder.path().join("run.gif"), Inputs::default());
        let mut sink = Sink::new(&path, &inputs, <_>::default()).unwrap();
        gif(&Columns(5), &mut sink).unwrap();
        sink.commit().unwrap();
        let decoder = GifDecoder::new(io::BufReader::new(File::open(path).unwrap())).unwrap();
        let frames = decoder.into_frames().collect_frames().unwrap();
        assert_eq!(frames.len(), 6, "the last one is repeated");
        for (at, frame) in frames.iter().take(5).enumerate() {
            for (x, _, pixel) in frame.buffer().enumerate_pixels() {
                assert_eq!(pixel.0, if x as usize == at { [0, 0, 0, 255] } else { [255; 4] });
            }
        }
        let [last, before] = [5, 4].map(|place: usize| Duration::from(frames[place].delay()));
        assert!(last > 10 * before);
    }

    #[test]
    fn pictures_of_frames_are_numbered() {
        let folder = tempfile::tempdir().unwrap();
        let (path, inputs) = (folder.path().join("run.png"), Inputs::default());
        let mut sink = Sink::new(&path, &inputs, <_>::default()).unwrap();
        png_frames(&Columns(3), &mut sink).unwrap();
        sink.commit().unwrap();
        let mut names: Vec<_> = fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
        names.sort();
        assert_eq!(names, ["run-0001.png", "run-0002.png", "run-0003.png"]);
    }
}
