//! Window on a desktop: threads, dialogs, renderers, screenshots, and what is checked around the window.

mod dialogs;
mod machine;
mod picture;
mod renderer;
mod system;

use std::{
    path::PathBuf,
    sync::{Arc, mpsc::channel},
    time::Duration,
};

use eframe::{NativeOptions, egui};

use wordfield_app::{Launch, MotionTimer, Picture, Platform, Window, WindowApp, window_size};

pub use machine::Machine;
pub use picture::check_picture;
pub use renderer::Renderer;

/// Icon of the window as a PNG picture.
const ICON: &[u8] = include_bytes!("../assets/desktop/wordfield.png");

/// Shows the window until it is closed, its screenshot is saved a time after the first frame, or its first motion is reported.
/// Without a preferred renderer the window chooses one.
///
/// # Errors
/// If no window can be opened or the screenshot cannot be saved.
pub fn run(
    launch: &Launch,
    preferred: Option<Renderer>,
    screenshot: Option<&(PathBuf, Duration)>,
    first_motion: bool,
) -> anyhow::Result<()> {
    let platform = Machine::new();
    system::check()?;
    let (send, saved) = channel();
    renderer::first_that_draws(preferred, |renderer| {
        let send = send.clone();
        let picture = screenshot.cloned().map(|(file, after)| {
            // The program waits for the picture until the window is closed.
            Picture::new(after, move |picture| drop(send.send(picture::save(&file, picture))))
        });
        show(launch, renderer, &platform, (picture, first_motion.then(MotionTimer::default)))
    })?;
    picture::outcome(&saved, screenshot.is_some())
}

fn show(
    launch: &Launch,
    renderer: Renderer,
    platform: &Arc<dyn Platform>,
    (picture, motion): (Option<Picture>, Option<MotionTimer>),
) -> anyhow::Result<()> {
    let size = launch.user_settings.as_deref().and_then(|file| window_size(platform.store(), file)).unwrap_or([1360.0, 820.0]);
    let options = NativeOptions {
        viewport: egui::ViewportBuilder::default()
            .with_title("Wordfield")
            .with_app_id("wordfield")
            .with_icon(eframe::icon_data::from_png_bytes(ICON)?)
            .with_inner_size(size)
            .with_min_inner_size([640.0, 420.0]),
        renderer: renderer.of_eframe()?,
        ..NativeOptions::default()
    };
    let (launch, platform) = (launch.clone(), Arc::clone(platform));
    eframe::run_native(
        "Wordfield",
        options,
        Box::new(move |creation| {
            let ctx = &creation.egui_ctx;
            system::close_on_signal(ctx);
            Ok(Box::new(WindowApp { window: Window::new(ctx, launch, &platform), picture, motion }))
        }),
    )
    .map_err(|error| anyhow::anyhow!("{error}"))
}
