//! Saving the fitted model: a path is chosen, the trainer publishes the model, a thread writes it.

use std::path::PathBuf;

use crate::{Dialog, Effect, Message, RecentKind, Save, Saving, Workspace};
use wordfield_core::{
    corpus::{ReadOptions, TaskKind},
    train::Command,
};

/// Applies one step.
pub(crate) fn save(workspace: &mut Workspace, step: Save) -> Vec<Effect> {
    match step {
        Save::Ask if workspace.run.snapshot.is_none() => {
            workspace.message = Some(Message::error("No model yet: wait for the first iteration."));
        }
        Save::Ask => {
            let name = workspace.corpus.dataset.as_ref().map_or("model", |dataset| dataset.corpus.name.as_str());
            let name: String = name.chars().map(|c| if c.is_alphanumeric() { c } else { '-' }).collect();
            let folder = std::env::current_dir().unwrap_or_default();
            let path = folder.join(format!("{name}.wordfield")).display().to_string();
            workspace.session.saving.get_or_insert(Saving { path, busy: false });
        }
        Save::Path(path) => {
            if let Some(saving) = &mut workspace.session.saving {
                saving.path = path;
            }
        }
        Save::Dialog => {
            let proposed = workspace.session.saving.as_ref().map(|saving| saving.path.clone());
            return vec![Effect::Dialog(Dialog::Model(proposed.unwrap_or_default()))];
        }
        Save::Go => return go(workspace),
        Save::Close => workspace.session.saving = None,
        Save::Done(Ok(path)) => {
            workspace.session.saving = None;
            workspace.layout.recent.add(RecentKind::Model, std::slice::from_ref(&path), ReadOptions::default());
            let command = if workspace.run.settings.params.kind().info().task == TaskKind::Pairs { "match" } else { "predict" };
            let text = format!("Saved in {}. `wordfield {command}` reads it.", path.display());
            workspace.message = Some(Message::note(text));
        }
        Save::Done(Err(text)) => {
            if let Some(saving) = &mut workspace.session.saving {
                saving.busy = false;
            }
            workspace.message = Some(Message::error(text));
        }
    }
    Vec::new()
}

fn go(workspace: &mut Workspace) -> Vec<Effect> {
    let goes_on = workspace.can_go_on();
    let Some(saving) = workspace.session.saving.as_mut().filter(|saving| !saving.busy && !saving.path.trim().is_empty()) else {
        return Vec::new();
    };
    saving.busy = true;
    // A failed run may have published its fitted model before.
    if goes_on { vec![Effect::Send(Command::PublishFitted)] } else { kept(workspace) }
}

/// Writes the fitted model that the trainer has published.
pub(crate) fn kept(workspace: &Workspace) -> Vec<Effect> {
    let saving = workspace.session.saving.iter().filter(|saving| saving.busy);
    saving.map(|saving| Effect::Save { path: PathBuf::from(saving.path.trim()) }).collect()
}
