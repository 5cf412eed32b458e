//! Player of a lesson without a window: the workspace, its trainer, and the answers of its jobs.

use std::{sync::Arc, thread, time::Duration};

use wordfield_core::{
    corpus::{Dataset, builtin},
    memory::Budget,
    train::Trainer,
};
use wordfield_state::{
    Action, Answer, At, Effect, GramAction, Lesson, LessonAction, LoadTask, LoadedData, Open, StepState, StudyAction, Tab,
    TrainerUpdate, Workspace, update,
};

/// Maximum number of polls, far above the need of any step.
const PATIENCE: usize = 120_000;

/// A workspace that plays a lesson.
pub(super) struct Player {
    pub workspace: Workspace,
    trainer: Option<Trainer>,
}

impl Player {
    /// Begins a lesson with a step and waits until its view is set up.
    pub(super) fn begin(lesson: &'static Lesson, step: usize) -> Self {
        let mut user = Workspace::default();
        let mut player = Self { workspace: user.beside(), trainer: None };
        player.lesson(LessonAction::Begin(lesson, step));
        player
    }

    /// Applies an action on the lesson and waits for its training.
    pub(super) fn lesson(&mut self, action: LessonAction) {
        self.act(Action::Lesson(action));
        self.settle();
    }

    /// Applies an action and its follow-up effects.
    pub(super) fn act(&mut self, action: Action) {
        for effect in update(&mut self.workspace, action) {
            self.see_to(effect);
        }
    }

    /// State of the open step; `None` at the end of the lesson.
    pub(super) fn state(&self) -> Option<StepState> {
        match self.workspace.lesson.open?.at {
            At::Step(_, state) => Some(state),
            At::End => None,
        }
    }

    /// Waits until the trainer has paused at the iteration of the step, and computes the Gram matrix if its tab is in front.
    pub(super) fn settle(&mut self) {
        self.until("training", |workspace| !workspace.lesson.trains());
        if self.workspace.layout.tab == Tab::Gram && self.workspace.gram_key().is_some() {
            self.act(Action::Study(StudyAction::Gram(GramAction::Make)));
        }
    }

    /// Applies events of the trainer until a condition holds.
    pub(super) fn until(&mut self, what: &str, holds: impl Fn(&Workspace) -> bool) {
        for _ in 0..PATIENCE {
            self.hear();
            if holds(&self.workspace) {
                return;
            }
            thread::sleep(Duration::from_millis(1));
        }
        panic!("{what} does not end: {:?} at {}", self.workspace.run.phase, self.workspace.newest());
    }

    fn hear(&mut self) {
        let Some(trainer) = &self.trainer else { return };
        let run = trainer.run;
        let events = trainer.events().into_iter().map(TrainerUpdate::Event);
        let latest = trainer.latest().map(TrainerUpdate::Snapshot);
        let news: Vec<Action> = events.chain(latest).map(|news| Action::Trainer(run, news)).collect();
        for action in news {
            self.act(action);
        }
    }

    fn see_to(&mut self, effect: Effect) {
        match effect {
            Effect::Run(task) => self.act(task.answer()),
            Effect::Load(task) => self.load(task),
            Effect::Train { run } => self.train(run),
            Effect::Send(command) => self.trainer.iter().for_each(|trainer| trainer.send(command)),
            Effect::Intervene(intervention) => {
                if let Some(trainer) = &self.trainer {
                    trainer.intervene(intervention);
                }
            }
            _ => {}
        }
    }

    fn load(&mut self, LoadTask { job, data, settings, .. }: LoadTask) {
        let (lesson, _, _) = self.workspace.lesson.step().expect("a lesson");
        let raw = builtin(lesson.start.corpus.expect("a corpus"));
        let dataset = Dataset::build(raw.into(), &data.split, &data.vocabulary, settings.params.weighting()).expect("data");
        let loaded = LoadedData::new(dataset, data);
        self.act(Action::Open(Open::Answer(job, Answer::Corpus(Ok(loaded)))));
    }

    fn train(&mut self, run: u64) {
        let dataset = Arc::clone(self.workspace.corpus.dataset.as_ref().expect("a dataset"));
        let (params, options) = (self.workspace.choices.settings.params.clone(), self.workspace.train_options());
        let make = move || params.start_within(dataset, Budget::of_system());
        let trainer = Trainer::spawn(run, make, options, || ()).expect("a thread");
        let history = trainer.history();
        self.trainer = Some(trainer);
        self.act(Action::Trainer(run, TrainerUpdate::Recorded(history)));
    }
}
