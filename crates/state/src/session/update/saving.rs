//! Saving of the fitted model or session: a path is chosen, the trainer publishes the model, a thread writes the file.

use std::path::PathBuf;

use crate::{
    Action, Dialog, Effect, Message, RecentKind, Save, SavedContent, Saving, Work, Workspace,
    core::{catch_panic, job::aside},
};
use wordfield_core::{
    corpus::{ReadOptions, TaskKind},
    train::Command,
};

/// Applies one step of saving the model or session.
pub(crate) fn save(workspace: &mut Workspace, step: Save) -> Vec<Effect> {
    match step {
        Save::Ask if workspace.run.snapshot.is_none() => {
            workspace.message = Some(Message::error("No model yet: wait for the first iteration."));
        }
        Save::Ask => {
            let path = proposed(workspace, "model", ".wordfield");
            workspace.session.saving.get_or_insert(Saving { path, ..Saving::default() });
        }
        Save::AskSession if workspace.corpus.dataset.is_none() => {
            workspace.message = Some(Message::error("No documents yet: wait until they are read."));
        }
        Save::AskSession => {
            let known = workspace.session.file.as_ref().map(|file| file.display().to_string());
            let path = known.unwrap_or_else(|| proposed(workspace, "model", &format!(".{}", wordfield_session::EXTENSION)));
            workspace.session.saving.get_or_insert(Saving {
                path,
                what: SavedContent::Session,
                copied: workspace.session.copied,
                busy: false,
            });
        }
        Save::Copy(copied) => {
            if let Some(saving) = &mut workspace.session.saving {
                saving.copied = copied;
            }
        }
        Save::Path(path) => {
            if let Some(saving) = &mut workspace.session.saving {
                saving.path = path;
            }
        }
        Save::Dialog => {
            let Some(Saving { path, what, .. }) = workspace.session.saving.clone() else { return Vec::new() };
            return vec![Effect::Dialog(match what {
                SavedContent::Model => Dialog::Model(path),
                SavedContent::Session => Dialog::Session(path),
            })];
        }
        Save::Go => return go(workspace),
        Save::Close => workspace.session.saving = None,
        Save::Done(what, Ok(path)) => return saved(workspace, what, path),
        Save::Done(_, Err(text)) => {
            if let Some(saving) = &mut workspace.session.saving {
                saving.busy = false;
            }
            workspace.message = Some(Message::error(text));
        }
    }
    Vec::new()
}

/// Proposed new path in the working directory of the program: the name of the corpus or, without one, another, and an ending.
pub(super) fn proposed(workspace: &Workspace, otherwise: &str, ending: &str) -> String {
    let name = workspace.corpus.dataset.as_ref().map_or(otherwise, |dataset| dataset.corpus.name.as_str());
    let name: String = name.chars().map(|c| if c.is_alphanumeric() { c } else { '-' }).collect();
    let folder = std::env::current_dir().unwrap_or_default();
    folder.join(name + ending).display().to_string()
}

/// Closes the save dialog after the model or session was written.
fn saved(workspace: &mut Workspace, what: SavedContent, path: PathBuf) -> Vec<Effect> {
    workspace.session.saving = None;
    let kind = if what == SavedContent::Session { RecentKind::Session } else { RecentKind::Model };
    workspace.layout.recent.add(kind, std::slice::from_ref(&path), ReadOptions::default());
    if what == SavedContent::Session {
        let text = format!("Saved in {}. File › Open continues there.", path.display());
        workspace.message = Some(Message::note(text));
        workspace.session.file = Some(path);
        return vec![Effect::SessionSaved];
    }
    let command = if workspace.choices.settings.params.kind().info().task == TaskKind::Pairs { "match" } else { "predict" };
    let text = format!("Saved in {}. `wordfield {command}` reads it.", path.display());
    workspace.message = Some(Message::note(text));
    Vec::new()
}

fn go(workspace: &mut Workspace) -> Vec<Effect> {
    let goes_on = workspace.can_go_on();
    let Some(saving) = workspace.session.saving.as_mut().filter(|saving| !saving.busy && !saving.path.trim().is_empty()) else {
        return Vec::new();
    };
    saving.busy = true;
    if saving.what == SavedContent::Session {
        let path = PathBuf::from(saving.path.trim());
        let copied = saving.copied;
        workspace.session.copied = copied;
        let work = workspace.work().map(|work| Box::new(work.with_documents(copied)));
        return work.map(|work| write_session(path, work)).into_iter().collect();
    }
    // A failed run may have published its fitted model before.
    if goes_on { vec![Effect::Send(Command::PublishFitted)] } else { save_published(workspace) }
}

/// Writes a session on a thread.
fn write_session(path: PathBuf, work: Box<Work>) -> Effect {
    aside("session", move || {
        let written = catch_panic(|| wordfield_session::write(&path, &work.session()).map_err(|error| error.to_string()));
        Action::Save(Save::Done(SavedContent::Session, written.map(|()| path)))
    })
}

/// Writes the fitted model that the trainer has published.
pub(crate) fn save_published(workspace: &Workspace) -> Vec<Effect> {
    let saving = workspace.session.saving.iter().filter(|saving| saving.busy && saving.what == SavedContent::Model);
    saving.map(|saving| Effect::Save { path: PathBuf::from(saving.path.trim()) }).collect()
}
