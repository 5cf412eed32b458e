//! Window of the program, which receives events, draws frames, and applies actions.
//!
//! [`Window`] holds the workspace, the views and the trainer, and is all a test needs; [`run`] puts it on the screen.

mod autosave;
mod check_files;
mod dialogs;
mod figures;
mod jobs;
mod keeper;
mod latest;
mod motion;
mod outbox;
mod picture;
mod query_pool;
mod renderer;
mod review_watch;
mod system;
mod user_settings;
mod window;

use std::{path::PathBuf, time::Instant};

use eframe::{NativeOptions, egui};

use wordfield_core::{experiment::DataRecipe, memory::Budget, train::Pace};
use wordfield_state::{Settings, Theme};

pub use picture::check_picture;
pub use renderer::Renderer;
pub use window::Window;

/// Options with which the window starts.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Launch {
    /// Data recipe that is opened at the start.
    pub recipe: DataRecipe,
    /// Saved model to show, on the recipe's files if it names any.
    pub model: Option<PathBuf>,
    /// Word-vector file to show without documents.
    pub word_vectors: Option<PathBuf>,
    /// Initial hyper-parameters of the window's runs.
    pub settings: Settings,
    /// Folder of verdicts on matches and of checks of pairs; `None`: verdicts are kept in saved models only.
    pub reviews: Option<PathBuf>,
    /// Folder for studies of methods; `None` if studies cannot be run.
    pub studies: Option<PathBuf>,
    /// Folder for unsaved work; `None` if such work ends with the window.
    pub sessions: Option<PathBuf>,
    /// File with the progress of the lessons; `None`: the progress ends with the window.
    pub progress: Option<PathBuf>,
    /// Id of the lesson with which the window starts.
    pub lesson: Option<String>,
    /// Memory that training may use.
    pub memory: Budget,
    /// File to which a screenshot of the window is saved before it closes.
    pub screenshot: Option<PathBuf>,
    /// Time in seconds between the first frame and the screenshot.
    pub after: f64,
    /// Start of a measurement: reports how long after it the first frame and the first movement are shown, and closes the window.
    pub motion_since: Option<Instant>,
    /// Preferred renderer of the window; `None`: chosen by the window.
    pub renderer: Option<Renderer>,
    /// Speed limit of the training runs.
    pub pace: Pace,
    /// Theme of the window (light, dark, or the desktop's); `None` for that of the settings.
    pub theme: Option<Theme>,
    /// File of the user's settings; `None` if the settings end with the window.
    pub user_settings: Option<PathBuf>,
}

/// Icon of the window as a PNG picture.
const ICON: &[u8] = include_bytes!("../assets/desktop/wordfield.png");

/// Shows the window until it is closed or its screenshot is saved.
///
/// # Errors
/// If no window can be opened or the picture cannot be saved.
#[expect(clippy::needless_pass_by_value, reason = "a launch is for one window")]
pub fn run(launch: Launch) -> anyhow::Result<()> {
    system::check()?;
    let outcome = picture::Outcome::default();
    renderer::first_that_draws(launch.renderer, |renderer| show(&launch, renderer, &outcome))?;
    outcome.take(launch.screenshot.is_some())
}

fn show(launch: &Launch, renderer: Renderer, outcome: &picture::Outcome) -> anyhow::Result<()> {
    let size = launch.user_settings.as_deref().and_then(user_settings::window).unwrap_or([1360.0, 820.0]);
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
    let (launch, outcome) = (launch.clone(), outcome.clone());
    eframe::run_native(
        "Wordfield",
        options,
        Box::new(move |creation| {
            let ctx = &creation.egui_ctx;
            system::close_on_signal(ctx);
            let shot = launch.screenshot.clone().map(|file| picture::Picture::new(file, launch.after, outcome));
            let motion = launch.motion_since.map(motion::MotionTimer::new);
            Ok(Box::new(window::WindowApp { window: Window::new(ctx, launch), picture: shot, motion }))
        }),
    )
    .map_err(|error| anyhow::anyhow!("{error}"))
}
