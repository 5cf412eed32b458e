//! Tests of the window on a platform that calls tasks between frames and stores its files in memory.

use std::{path::Path, thread, time::Duration};

use eframe::egui::{Rect, Vec2};

use super::*;
use crate::tests::{Frames, Memory};
use wordfield_core::{corpus::Builtin, project::Store};
use wordfield_state::{MatchAction, Verdict};

/// Time between two frames.
const FRAME: Duration = Duration::from_millis(16);

struct Page {
    ctx: Context,
    window: Window,
    machine: Arc<Frames<Memory>>,
}

impl Page {
    /// A window on the built-in pairs, whose verdicts and settings are in the store of the machine.
    fn new(machine: &Arc<Frames<Memory>>) -> Self {
        let ctx = Context::default();
        let (reviews, user_settings) = (Some("reviews".into()), Some("settings.json".into()));
        let launch = Launch { reviews, user_settings, ..Launch::default() };
        let platform: Arc<dyn Platform> = machine.clone();
        let mut window = Window::new(&ctx, launch, &platform);
        window.apply(&ctx, Action::Open(Open::Builtin(Builtin::Pairs)));
        Self { ctx, window, machine: Arc::clone(machine) }
    }

    /// Calls the tasks that are due, and draws a frame.
    fn frame(&mut self) {
        self.machine.pass(FRAME);
        let screen_rect = Some(Rect::from_min_size(<_>::default(), Vec2::new(1200.0, 800.0)));
        let input = RawInput { screen_rect, time: Some(self.machine.now().as_secs_f64()), ..RawInput::default() };
        let mut output = self.ctx.run_ui(input, |ui| {
            self.window.logic(&ui.ctx().clone());
            self.window.ui(ui, None);
        });
        output.textures_delta.clear();
    }

    /// Draws frames until a condition holds, while the trainer works on its thread.
    fn until(&mut self, what: &str, so: impl Fn(&Workspace) -> bool) {
        for _ in 0..5000 {
            self.frame();
            if so(self.window.workspace()) {
                return;
            }
            thread::sleep(Duration::from_millis(2));
        }
        panic!("waited in vain for {what}");
    }

    fn apply(&mut self, action: Action) {
        let ctx = self.ctx.clone();
        self.window.apply(&ctx, action);
    }
}

fn judged(workspace: &Workspace) -> usize {
    workspace.choices.reviews.iter().count()
}

#[test]
fn pairs_are_opened_trained_and_judged_between_frames_and_without_a_disk() {
    let machine = Frames::new(Memory::default());
    let mut page = Page::new(&machine);
    page.until("a trained model", |workspace| workspace.newest() > 2 && !workspace.documents().is_empty());
    page.apply(Action::Match(MatchAction::Next));
    page.until("the comparison, which is a job", |workspace| workspace.matches.view.compared.is_some());
    page.apply(Action::Match(MatchAction::SetVerdict(Verdict::Accepted)));
    assert_eq!(judged(page.window.workspace()), 1);
    let kept = |end: &str| {
        let files = machine.store.list(Path::new("reviews"));
        files.iter().filter(|file| file.to_string_lossy().ends_with(end)).count()
    };
    assert_eq!(kept(".reviews.json"), 1, "the verdict is stored before the next frame");
    page.window.workspace.layout.theme = Theme::Dark;
    page.until("the settings", |_| machine.store.state(Path::new("settings.json")).is_some());
    drop(page);
    let mut page = Page::new(&machine);
    page.until("the verdict of the earlier window", |workspace| judged(workspace) == 1);
    assert_eq!(page.window.workspace().layout.theme, Theme::Dark);
}
