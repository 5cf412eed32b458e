//! Window of the program: applies incoming actions, draws, and runs effects.

mod aside;
mod closing;

use std::sync::Arc;

use eframe::egui::{Context, Event, RawInput, ThemePreference, Ui, ViewportCommand};

use self::aside::SuspendedWorkspace;
use crate::{
    Launch, autosave::Autosave, check_files::CheckFiles, jobs::Jobs, keeper::Flush, motion::MotionTimer, outbox::missing_thread,
    picture::Picture, platform::Platform, small_file::SmallFile, user_settings::SettingsFile,
};
use wordfield_core::{
    project::SavedModel,
    train::{Frame, History, TrainOptions, Trainer},
};
use wordfield_state::{
    Action, Effect, LessonAction, Message, Open, OpenedModel, Progress, Save, SavedContent, StartOptions, Theme, TrainerUpdate,
    Workspace, lesson, update,
};
use wordfield_ui::{Meter, Views, apply_style, field::ScreenMapping};

/// Starting point of a training run.
enum RunStart {
    /// Start of a run from its parameters.
    New,
    /// Start of a run that continues a saved model.
    Saved(Arc<OpenedModel>),
    /// Start of a run forked from a recorded point of an earlier run, with a copy of the history up to that point.
    Recorded { from: Arc<Frame>, history: Arc<History>, paused: bool },
}

/// Window with its workspace, views, threads and trainer.
pub struct Window {
    workspace: Workspace,
    views: Views,
    meter: Meter,
    jobs: Jobs,
    trainer: Option<Trainer>,
    /// User's workspace, suspended while a lesson has its own.
    aside: Option<SuspendedWorkspace>,
    /// File with the progress of the lessons.
    progress: Option<SmallFile>,
    user_settings: SettingsFile,
    autosave: Autosave,
    check_files: CheckFiles,
    theme: Option<Theme>,
    title: Option<String>,
    /// Whether the presentation view has set the window to full screen.
    full_screen: bool,
    /// Whether the window may close although verdicts are unwritten.
    may_close: bool,
    /// Flush of verdicts that must end before the window closes.
    writing: Option<Flush>,
}

impl Window {
    /// Creates a window that starts on the requested corpus.
    pub fn new(ctx: &Context, launch: Launch, platform: &Arc<dyn Platform>) -> Self {
        let own = || Arc::clone(platform);
        let (user_settings, problem) = SettingsFile::open(own(), launch.user_settings);
        let mut window = Self {
            workspace: user_settings.settings.workspace(),
            views: Views::default(),
            meter: Meter::default(),
            check_files: CheckFiles::new(own(), launch.reviews.clone()),
            jobs: Jobs::new(ctx, own(), launch.reviews),
            trainer: None,
            aside: None,
            progress: launch.progress.clone().map(|file| SmallFile::new(own(), file)),
            user_settings,
            autosave: Autosave::new(own(), launch.sessions.as_deref()),
            theme: None,
            title: None,
            full_screen: false,
            may_close: false,
            writing: None,
        };
        apply_style(ctx);
        let start = StartOptions {
            recipe: launch.recipe,
            model: launch.model,
            word_vectors: launch.word_vectors,
            settings: launch.settings,
            pace: launch.pace,
            theme: launch.theme,
            memory: launch.memory,
            studies: launch.studies,
            hint_read: launch.hint_read,
        };
        window.apply(ctx, Action::Open(Open::Start(Box::new(start))));
        if let Some(lesson) = launch.lesson.as_deref().and_then(lesson) {
            window.apply(ctx, Action::Lesson(LessonAction::Start(lesson, 0)));
        }
        if let Some(problem) = problem {
            window.apply(ctx, Action::Message(Some(Message::error(problem))));
        }
        window.autosave.look(&window.jobs);
        // Without a readable progress file, the progress of the lessons is empty.
        if let Some(content) = launch.progress.and_then(|file| platform.store().read(&file).ok()) {
            window.apply(ctx, Action::Lesson(LessonAction::Progress(Progress::read(&content))));
        }
        window
    }

    /// Workspace that the window shows.
    pub fn workspace(&self) -> &Workspace {
        &self.workspace
    }

    /// Screen mapping of the word field in the last frame that drew it.
    pub fn screen_mapping(&self) -> &ScreenMapping {
        self.views.screen_mapping()
    }

    /// Applies the keys pressed since the last frame, and then actions of tasks, trainer and desktop.
    pub fn logic(&mut self, ctx: &Context) {
        self.views.begin_keys(ctx);
        while let Some(actions) = self.views.press(ctx, &self.workspace) {
            self.act(ctx, actions);
        }
        self.check_unwritten_verdicts(ctx);
        for (workspace, action) in self.jobs.answers() {
            match &mut self.aside {
                _ if workspace.is_none_or(|workspace| workspace == self.jobs.workspace) => self.apply(ctx, action),
                Some(aside) if workspace == Some(aside.number) => aside.waiting.push(action),
                // Answers for a closed lesson are dropped.
                _ => {}
            }
        }
        if let Some(trainer) = &self.trainer {
            let run = trainer.run;
            let heard = trainer.events().into_iter().map(|event| Action::Trainer(run, TrainerUpdate::Event(event)));
            let arrived = trainer.latest().map(|snapshot| Action::Trainer(run, TrainerUpdate::Snapshot(snapshot)));
            let recalled = trainer.recalled().map(|past| Action::Trainer(run, TrainerUpdate::Recalled(past)));
            for action in heard.chain(arrived).chain(recalled).collect::<Vec<_>>() {
                self.apply(ctx, action);
            }
        }
        let dropped = ctx.input(|input| input.raw.dropped_files.iter().map(|file| file.path().to_owned()).collect::<Vec<_>>());
        if !dropped.is_empty() {
            // Dropped files are added to the preview if it waits for the second side of pairs or for the documents of a model.
            let joins = self.workspace.wants_other_file();
            self.apply(ctx, Action::Open(if joins { Open::Add(dropped) } else { Open::Files(dropped) }));
        }
        self.jobs.watch.set(self.workspace.reviewed_corpus());
        let title = self.workspace.title();
        if self.title.as_ref() != Some(&title) {
            ctx.send_viewport_cmd(ViewportCommand::Title(title.clone()));
            self.title = Some(title);
        }
        // Lessons arrange the window themselves, so their layout is not saved.
        if self.aside.is_none() {
            self.user_settings.follow(ctx, &self.workspace);
            self.autosave.follow(ctx, &self.workspace);
            self.check_files.follow(ctx, &self.workspace, &self.jobs);
        }
        let presenting = self.workspace.layout.arrangement.presenting;
        if presenting != self.full_screen {
            self.full_screen = presenting;
            ctx.send_viewport_cmd(ViewportCommand::Fullscreen(presenting));
        }
        ctx.set_zoom_factor(f32::from(self.workspace.layout.arrangement.magnification()) / 100.0);
        if self.theme != Some(self.workspace.layout.theme) {
            self.theme = Some(self.workspace.layout.theme);
            ctx.set_theme(match self.workspace.layout.theme {
                Theme::System => ThemePreference::System,
                Theme::Light => ThemePreference::Light,
                Theme::Dark => ThemePreference::Dark,
            });
        }
    }

    /// Draws a frame of the window and applies its actions. `cost`: CPU seconds of the last frame.
    pub fn ui(&mut self, ui: &mut Ui, cost: Option<f32>) {
        let iteration = self.workspace.newest();
        self.meter.frame(self.workspace.run.id, iteration, cost);
        let ctx = ui.ctx().clone();
        let actions = self.views.show(ui, &self.workspace, &self.meter);
        self.act(&ctx, actions);
    }

    /// Applies actions of the user.
    fn act(&mut self, ctx: &Context, actions: Vec<Action>) {
        if !actions.is_empty() {
            self.autosave.mark_changed();
            ctx.request_repaint();
        }
        for action in actions {
            self.apply(ctx, action);
        }
    }

    /// Applies an action to the workspace and runs its effects.
    pub fn apply(&mut self, ctx: &Context, action: Action) {
        for effect in update(&mut self.workspace, action) {
            self.run_effect(ctx, effect);
        }
    }

    fn run_effect(&mut self, ctx: &Context, effect: Effect) {
        match effect {
            Effect::Dialog(dialog) => self.jobs.show_dialog(dialog),
            Effect::Load(task) => self.jobs.load(task),
            Effect::Run(job) => self.jobs.run(job),
            Effect::PreviewFigure { workspace, choice } => self.jobs.preview_figure(workspace, choice),
            Effect::WriteFigure { workspace, choice, path } => self.jobs.write_figure(workspace, choice, path),
            Effect::Train { run } => self.train(ctx, run, RunStart::New),
            Effect::Resume { run, model } => self.train(ctx, run, RunStart::Saved(model)),
            Effect::Fork { run, from, history, paused } => self.train(ctx, run, RunStart::Recorded { from, history, paused }),
            Effect::Export(task) => self.jobs.export(task),
            Effect::CopyText(text) => ctx.copy_text(text),
            Effect::Save { path } => {
                let left = self.trainer.as_ref().and_then(|trainer| trainer.trained().zip(trainer.trained_at()));
                if let (Some((fitted, iterations)), Some(dataset)) = (left, &self.workspace.corpus.dataset) {
                    let reviews = self.workspace.choices.reviews.to_save(&dataset.corpus);
                    let sets = self.workspace.choices.named.to_save(dataset);
                    let pinned = self.workspace.choices.touched.pinned.iter().collect();
                    let check = self.workspace.check_to_save();
                    let complete = move |saved| SavedModel { reviews, sets, pinned, check, ..saved };
                    self.jobs.save(path, Arc::clone(dataset), fitted, iterations, complete);
                } else {
                    let text = "This run has no fitted model to save. Restart it and save before it fails.".to_owned();
                    self.apply(ctx, Action::Save(Save::Done(SavedContent::Model, Err(text))));
                }
            }
            Effect::SessionSaved => self.autosave.settle(&self.workspace),
            Effect::Recover(adopt) => self.autosave.answer(adopt),
            Effect::CloseAfterWriting(elsewhere) => self.write_verdicts_and_close(ctx, elsewhere, false),
            Effect::Close => self.close(ctx),
            Effect::KeepReviews { corpus, name, changes, at_once } => self.jobs.keeper.keep(corpus, name, changes, at_once),
            Effect::KeepDismissed { added, removed } => self.jobs.keeper.dismiss(&added, &removed),
            Effect::SetAside(lesson, step) => {
                self.set_aside();
                self.apply(ctx, Action::Lesson(LessonAction::Begin(lesson, step)));
            }
            Effect::BringBack(then) => {
                let waiting = self.bring_back();
                waiting.into_iter().chain(then.map(|then| *then)).for_each(|action| self.apply(ctx, action));
            }
            Effect::KeepProgress(progress) => {
                if let (Some(file), Some(content)) = (&mut self.progress, progress.written()) {
                    file.set(content);
                    file.write();
                }
            }
            Effect::Send(command) => {
                if let Some(trainer) = &self.trainer {
                    trainer.send(command);
                }
            }
            Effect::Intervene(intervention) => {
                if let Some(trainer) = &self.trainer {
                    trainer.intervene(intervention);
                }
            }
        }
    }

    fn train(&mut self, ctx: &Context, run: u64, from: RunStart) {
        if let Some(old) = self.trainer.take() {
            // The thread of the previous run first ends its current iteration.
            self.jobs.drop_aside(old);
        }
        let Some(dataset) = self.workspace.corpus.dataset.as_ref().map(Arc::clone) else { return };
        let params = self.workspace.choices.settings.params.clone();
        let options = self.workspace.train_options();
        let paused = matches!(from, RunStart::Saved(_) | RunStart::Recorded { paused: true, .. });
        let options = TrainOptions { start_paused: options.start_paused || paused, ..options };
        let memory = self.workspace.session.memory;
        let history = match &from {
            RunStart::Recorded { history, .. } => Arc::clone(history),
            RunStart::New | RunStart::Saved(_) => Arc::new(History::new(options.history_bytes).without_curves()),
        };
        let make = move || match from {
            RunStart::New => params.start_within(dataset, memory),
            RunStart::Saved(from) => from.saved.fitted.resume_within(dataset, from.saved.iterations, memory),
            RunStart::Recorded { from, .. } => from.recalled().fork_within(dataset, memory),
        };
        let wake = ctx.clone();
        match Trainer::recording(run, make, options, history, move || wake.request_repaint()) {
            Ok(trainer) => {
                let history = trainer.history();
                self.trainer = Some(trainer);
                self.apply(ctx, Action::Trainer(run, TrainerUpdate::Recorded(history)));
            }
            Err(error) => {
                self.apply(ctx, Action::Message(Some(Message::error(missing_thread(&error)))));
            }
        }
    }
}

impl Drop for Window {
    /// Closes the window without waiting for the current training iteration, which can take minutes.
    fn drop(&mut self) {
        let aside = self.aside.take().and_then(|aside| aside.trainer);
        for trainer in self.trainer.take().into_iter().chain(aside) {
            self.jobs.drop_aside(trainer);
        }
    }
}

/// Window as an application of eframe.
pub struct WindowApp {
    /// Window that the application shows.
    pub window: Window,
    /// Screenshot to take, after which the window closes.
    pub picture: Option<Picture>,
    /// Measurement of the first frames, after which the window closes.
    pub motion: Option<MotionTimer>,
}

impl eframe::App for WindowApp {
    fn logic(&mut self, ctx: &Context, _frame: &mut eframe::Frame) {
        self.window.logic(ctx);
    }

    /// Screenshots ignore the pointer, so that no tooltip covers the words.
    fn raw_input_hook(&mut self, _ctx: &Context, input: &mut RawInput) {
        if self.picture.is_some() {
            input.events.retain(|event| !matches!(event, Event::PointerMoved(_) | Event::MouseMoved(_)));
        }
    }

    fn ui(&mut self, ui: &mut Ui, frame: &mut eframe::Frame) {
        let now = self.window.jobs.platform.now();
        if let Some(motion) = &mut self.motion {
            motion.frame(ui.ctx(), self.window.workspace(), now);
        }
        self.window.ui(ui, frame.info().cpu_usage);
        if let Some(picture) = &mut self.picture {
            picture.frame(ui.ctx(), now);
        }
    }
}

#[cfg(test)]
mod tests;
