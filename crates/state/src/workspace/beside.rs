//! The user's workspace and that of a lesson: one is set aside while the other is shown.

use std::mem;

use crate::{LayoutState, Owner, SessionState, TrainingState, Workspace, corpus::update::load::cancel};

impl Workspace {
    /// A workspace of a lesson, shown instead of this one. Layout and lessons move there. Its run and job begin above those of this
    /// one, so that no number belongs to both.
    #[must_use]
    pub fn beside(&mut self) -> Self {
        let (tab, arrangement) = (self.layout.tab, self.layout.arrangement.clone());
        let mut lesson = Self {
            layout: mem::take(&mut self.layout),
            lesson: mem::take(&mut self.lesson),
            run: TrainingState { id: self.run.id, pace: self.run.pace, ..TrainingState::default() },
            session: SessionState { hint_read: true, ..SessionState::default() },
            ..Self::default()
        };
        (self.layout.tab, self.layout.arrangement) = (tab, arrangement);
        lesson.corpus.job = self.corpus.job + 1;
        lesson.lesson.owner = Owner::Lesson;
        lesson
    }

    /// Shows the user's workspace again after a lesson. Layout and lessons move back; tab and panels are those of the user.
    pub fn return_from(&mut self, lesson: &mut Self) {
        let LayoutState { tab, arrangement, .. } = mem::take(&mut self.layout);
        let of_lesson = mem::take(&mut lesson.layout);
        let arrangement = arrangement.back_from(&of_lesson.arrangement);
        self.layout = LayoutState { tab, arrangement, ..of_lesson };
        self.lesson = mem::take(&mut lesson.lesson);
        self.lesson.owner = Owner::User;
        cancel(lesson);
    }
}
