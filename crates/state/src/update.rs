//! Application of an action to the workspace: dispatch to the `update` function of its feature.

use crate::{
    Action, Effect, StudyAction, Workspace, align, changes,
    chooser::update::choose,
    compare::update::sets,
    concordance,
    core::job,
    corpus::update::dataset_options,
    corpus::update::opening,
    document_map,
    documents::update::look,
    edit::update::arrows,
    edit::update::intervene,
    export::update::exporting,
    field::update::draw,
    gram, labels,
    lesson::update::course,
    matches::update::{matching, reviewer, rules},
    methods,
    refresh::refresh,
    reviews::update as review_saving,
    sandbox::update as playing,
    session::update::closing,
    session::update::figure,
    session::update::saving,
    training::update::run_control,
    training::update::time,
    undo::update as undo,
    word_space::update::actions as space_actions,
};

use message_lifetime::Before;

/// Applies one action to the workspace; returns the operations for the app as effects.
///
/// Cached values of views are updated here, once per action, and only if their inputs changed.
pub fn update(workspace: &mut Workspace, action: Action) -> Vec<Effect> {
    let message = Before::new(workspace, &action);
    let before = undo::before(workspace, &action);
    let mut effects = apply(workspace, action);
    if let Some(before) = before {
        undo::record(workspace, before);
    }
    message.settle(workspace);
    refresh(workspace);
    arrows::refresh(workspace);
    effects.extend(due::due_jobs(workspace).into_iter().map(Effect::Run));
    effects.extend(review_saving::due(workspace));
    effects.extend(review_saving::due_dismissals(workspace));
    effects.extend(arrows::due(workspace));
    effects.extend(methods::update::due(workspace));
    effects.extend(course::due(workspace, update));
    effects
}

fn apply(workspace: &mut Workspace, action: Action) -> Vec<Effect> {
    match action {
        Action::Open(open) if course::is_ended_by(workspace, &open) => {
            return course::leave(workspace, Some(Action::Open(open)), update);
        }
        Action::Open(open) => return opening::apply(workspace, open),
        Action::Data(data) => return dataset_options::apply(workspace, data),
        Action::Run(run) => return run_control::apply(workspace, run),
        Action::Field(field) => return draw::apply(workspace, field),
        Action::Study(StudyAction::Sets(action)) => return sets::apply(workspace, action),
        Action::Study(StudyAction::Gram(action)) => return gram::update::apply(workspace, action),
        Action::Study(StudyAction::DocumentMap(action)) => return document_map::update::apply(workspace, action),
        Action::Study(StudyAction::Lines(action)) => return concordance::update::apply(workspace, action),
        Action::Study(StudyAction::Methods(action)) => return methods::update::apply(workspace, action),
        Action::Study(StudyAction::Changes(action)) => return changes::update::apply(workspace, action),
        Action::Study(StudyAction::Labels(action)) => return labels::update::apply(workspace, action),
        Action::Sandbox(action) => return playing::apply(workspace, action),
        Action::Space(action) => return space_actions::apply(workspace, action),
        Action::Save(step) => return saving::save(workspace, step),
        Action::Figure(step) => return figure::apply(workspace, step),
        Action::Trainer(run, news) if run == workspace.run.id => return trainer_events::apply(workspace, news),
        // Update from the trainer of an earlier run.
        Action::Trainer(..) => {}
        Action::Time(time) => return time::apply(workspace, time),
        Action::Look(look) => return look::apply(workspace, look),
        Action::Choose(choose) => choose::apply(workspace, choose),
        Action::Undo(step) => return undo::apply(workspace, step),
        Action::Show(show) => workspace.layout.arrangement.apply(show),
        Action::Answered(answer) => job::apply(workspace, &answer),
        Action::Edit(edit) => return intervene::apply(workspace, edit),
        Action::Match(action) => return matching::apply(workspace, action).into_iter().collect(),
        Action::Reviewer(action) => return reviewer::apply(workspace, action).into_iter().collect(),
        Action::Rules(action) => return rules::apply(workspace, action).into_iter().collect(),
        Action::Align(action) => return align::update::apply(workspace, action),
        Action::Export(step) => return exporting::apply(workspace, step),
        Action::Lesson(action) => return course::apply(workspace, action, update),
        Action::Close(step) => return closing::apply(workspace, step),
        Action::Message(message) => workspace.message = message,
        Action::Reviewed(corpus, saved) => review_saving::arrived(workspace, corpus, &saved),
    }
    Vec::new()
}

mod due;
mod message_lifetime;
mod trainer_events;

#[cfg(test)]
pub(super) mod tests;
