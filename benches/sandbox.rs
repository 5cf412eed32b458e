//! Benchmark of a frame of the sandbox while a point is dragged, with the permutation test running on another thread.
//!
//! `cargo bench --bench sandbox` draws the window's frame without the graphics driver, with 2 × 200 points.
//! A test of 999 permutations runs on another thread. The reference is the same frame without a change.

use std::{
    hint::black_box,
    sync::{
        Arc,
        mpsc::{Receiver, Sender, channel},
    },
    thread,
    time::{Duration, Instant},
};

use eframe::egui::{Context, RawInput, Rect, pos2};
use wordfield_core::sandbox::{PointSet, Sandbox, Shape};
use wordfield_state::{Action, Effect, Job, Look, SandboxAction, SetEdit, Tab, Workspace, update};
use wordfield_ui::{Meter, Views, apply_style};

const FRAMES: usize = 300;
const POINTS: usize = 200;

/// Workspace of the window, with a thread that runs its jobs.
struct Desk {
    workspace: Workspace,
    tasks: Sender<Job>,
    answers: Receiver<Action>,
    asked: Option<Instant>,
    tests: Vec<Duration>,
}

impl Desk {
    fn new() -> Self {
        let (tasks, waiting) = channel::<Job>();
        let (send, answers) = channel();
        thread::spawn(move || waiting.into_iter().try_for_each(|task| send.send(task.answer()).ok()));
        let mut desk = Self { workspace: Workspace::default(), tasks, answers, asked: None, tests: Vec::new() };
        let set = |name: &str, shape: Shape, x: f64| PointSet {
            name: name.to_owned(),
            points: shape.points(POINTS, [x, 0.0], 1),
            ..PointSet::default()
        };
        let sets = vec![set("A", Shape::Gaussian, -0.5), set("B", Shape::Ring, 0.5)];
        desk.act(Action::Sandbox(SandboxAction::Replace(Box::new(Sandbox { sets, ..Sandbox::default() }))));
        desk.act(Action::Look(Look::Tab(Tab::Sandbox)));
        desk
    }

    fn act(&mut self, action: Action) {
        for effect in update(&mut self.workspace, action) {
            if let Effect::Run(task) = effect {
                self.asked = Some(Instant::now());
                self.tasks.send(task).expect("the thread waits");
            }
        }
    }

    fn receive(&mut self) {
        while let Ok(answer) = self.answers.try_recv() {
            self.tests.extend(self.asked.take().map(|asked| asked.elapsed()));
            self.act(answer);
        }
    }
}

/// Median and 95th percentile of durations, in milliseconds.
fn summary(times: &mut [Duration]) -> [f64; 2] {
    times.sort_unstable();
    [0.5, 0.95].map(|share| 1e3 * times[((share * times.len() as f64) as usize).min(times.len() - 1)].as_secs_f64())
}

fn main() {
    let mut desk = Desk::new();
    let (ctx, mut views, meter) = (Context::default(), Views::default(), Meter::default());
    apply_style(&ctx);
    let (mut dragged, mut still) = (Vec::new(), Vec::new());
    for frame in 0..2 * FRAMES {
        let drags = frame % 2 == 0;
        let angle = 0.05 * frame as f64;
        let started = Instant::now();
        desk.receive();
        if drags {
            desk.act(Action::Sandbox(SandboxAction::Edit(0, SetEdit::Move(3, [2.0 * angle.cos(), 2.0 * angle.sin()]))));
        }
        let input = RawInput {
            screen_rect: Some(Rect::from_min_size(pos2(0.0, 0.0), [1440.0, 900.0].into())),
            time: Some(frame as f64 / 60.0),
            ..RawInput::default()
        };
        let mut actions = Vec::new();
        let mut output = ctx.run_ui(input, |ui| actions.extend(views.show(ui, &desk.workspace, &meter)));
        black_box(ctx.tessellate(output.shapes, output.pixels_per_point));
        output.textures_delta.clear();
        for action in actions {
            desk.act(action);
        }
        if frame >= 20 {
            if drags { dragged.push(started.elapsed()) } else { still.push(started.elapsed()) }
        }
        thread::sleep(Duration::from_millis(8));
    }
    let ([median, most], [calm, _]) = (summary(&mut dragged), summary(&mut still));
    let [test, slowest] = summary(&mut desk.tests);
    println!(
        "frame with a dragged point: median {median:.2} ms, 95th percentile {most:.2} ms, {:.1} still frames",
        median / calm
    );
    println!("permutation test beside it: median {test:.0} ms, 95th percentile {slowest:.0} ms, {} tests", desk.tests.len());
    black_box(Arc::clone(&desk.workspace.sandbox.values));
}
