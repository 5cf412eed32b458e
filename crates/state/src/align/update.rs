//! Steps of an alignment: files and options are typed, a thread aligns the texts, and the pairs are opened for review.

use std::{
    path::{Path, PathBuf},
    sync::Arc,
};

use super::{AlignAction, AlignDialog, AlignForm, AlignedFile, TextsToAlign, anchor, cut_by, task::AlignTask};
use crate::{
    Action, Dialog, Effect, Loading, Message, Tab, Underway, Workspace,
    core::{catch_panic, job::aside},
    corpus::update::previewing,
    export::update::exporting::inputs,
    typed_paths,
};
use wordfield_core::corpus::{Format, Origin, side_names};

/// Applies one step of an alignment.
pub(crate) fn apply(workspace: &mut Workspace, action: AlignAction) -> Vec<Effect> {
    let dialog = workspace.align.dialog.as_mut();
    match (action, dialog) {
        (AlignAction::Open, None) => workspace.align.dialog = Some(opened(workspace)),
        (AlignAction::Form(form), Some(dialog)) if dialog.running.is_none() => {
            let renamed = form.files[0] != dialog.form.files[0] && form.path == proposed(&dialog.form.files[0]);
            dialog.form = *form;
            if renamed {
                dialog.form.path = proposed(&dialog.form.files[0]);
            }
            dialog.problem = None;
        }
        (AlignAction::Browse, Some(dialog)) => return vec![Effect::Dialog(Dialog::Aligned(dialog.form.path.clone()))],
        (AlignAction::Path(path), Some(dialog)) if dialog.running.is_none() => dialog.form.path = path,
        (AlignAction::Start, Some(_)) => return start(workspace).into_iter().collect(),
        (AlignAction::Cancel, Some(dialog)) => {
            if let Some(running) = &dialog.running {
                running.flag.raise();
            }
        }
        (AlignAction::Close, Some(_)) => workspace.align.dialog = None,
        (AlignAction::Done(job, outcome), Some(dialog)) if job == workspace.align.job => {
            dialog.running = None;
            match outcome {
                Some(Ok(file)) => return done(workspace, &file),
                Some(Err(problem)) => dialog.problem = Some(problem),
                None => {}
            }
        }
        _ => {}
    }
    Vec::new()
}

/// Alignment dialog for the previewed files, otherwise for the two files of the corpus, if it has two.
fn opened(workspace: &Workspace) -> AlignDialog {
    let known = match (&workspace.corpus.loading, workspace.corpus.dataset.as_ref().map(|dataset| &dataset.corpus.origin)) {
        (Loading::Preview { paths, .. }, _) => paths.as_slice(),
        (_, Some(Some(Origin::Files(files, read)))) if !read.format.is_some_and(|format| format != Format::Plain) => files,
        _ => &[],
    };
    let files = <&[PathBuf; 2]>::try_from(known).ok();
    let languages =
        files.map(|[source, target]| side_names(source, target)).filter(|names| names.iter().all(|name| is_code(name)));
    let files = files.map(|files| files.each_ref().map(|file| file.display().to_string())).unwrap_or_default();
    let path = proposed(&files[0]);
    let form = AlignForm { files, languages: languages.unwrap_or_default(), path, ..AlignForm::default() };
    AlignDialog { form, problem: None, running: None }
}

/// Whether a part of a file name may be a language code.
fn is_code(name: &str) -> bool {
    matches!(name.len(), 2 | 3) && name.bytes().all(|byte| byte.is_ascii_lowercase())
}

/// Proposed path for the aligned pairs, in the folder of the given text.
fn proposed(text: &str) -> String {
    let path = Path::new(text.trim());
    let Some(stem) = path.file_stem() else { return String::new() };
    path.with_file_name(format!("{}.aligned.tsv", stem.to_string_lossy())).display().to_string()
}

fn start(workspace: &mut Workspace) -> Option<Effect> {
    let inputs = inputs(workspace);
    let dialog = workspace.align.dialog.as_mut().filter(|dialog| dialog.running.is_none())?;
    let texts = match texts(&dialog.form) {
        Ok(texts) => texts,
        Err(problem) => {
            dialog.problem = Some(problem);
            return None;
        }
    };
    let running = Arc::new(Underway::default());
    (dialog.problem, dialog.running) = (None, Some(Arc::clone(&running)));
    workspace.align.job += 1;
    let path = dialog.form.path.trim().into();
    let job = workspace.align.job;
    let task = AlignTask { texts, inputs, path, running };
    Some(aside("align", move || Action::Align(AlignAction::Done(job, catch_panic(|| task.run().transpose()).transpose()))))
}

/// Texts and options of an alignment from its form, or the first problem with its remedy.
fn texts(form: &AlignForm) -> Result<TextsToAlign, String> {
    let files = form.files.each_ref().map(|file| typed_paths(file).into_iter().next().unwrap_or_default());
    for (file, side) in files.iter().zip(["source", "target"]) {
        if file.as_os_str().is_empty() {
            return Err(format!("The {side} text is missing: type its path."));
        }
    }
    if form.path.trim().is_empty() {
        return Err("The file of the pairs is missing: type its path.".to_owned());
    }
    let srx = Some(form.srx.trim()).filter(|path| !path.is_empty()).map(Path::new);
    let cut = form.sentences.then(|| cut_by(srx)).transpose()?;
    let anchors = form.anchors.split([',', ' ', ';']).filter(|text| !text.is_empty());
    let anchors = anchors.map(|text| anchor(text).map_err(|problem| format!("{text}: {problem}"))).collect::<Result<_, _>>()?;
    let languages = form.languages.each_ref().map(|code| code.trim().to_owned()).to_vec();
    Ok(TextsToAlign { files, cut, languages, anchors })
}

/// Opens the aligned pairs for review.
fn done(workspace: &mut Workspace, file: &AlignedFile) -> Vec<Effect> {
    workspace.align.dialog = None;
    let text = format!("{} holds {}.", file.path.display(), file.counts);
    let text = [&[text], &file.notes[..]].concat().join(" ");
    workspace.message = Some(Message::step(text));
    workspace.layout.tab = Tab::Documents;
    previewing::read_pairs(workspace, vec![file.path.clone()])
}

#[cfg(test)]
mod tests;
