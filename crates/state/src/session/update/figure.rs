//! Steps of exporting a figure: choices, a preview drawn on a thread, and writing.

use std::{path::PathBuf, sync::Arc};

use super::saving::proposed;
use crate::{Dialog, Effect, FigureChoice, FigureDialog, FigureStep, Message, Workspace};
use wordfield_output::figure::{FigureOptions, FileFormat, VisiblePart};

/// Applies one step of exporting a figure.
pub(crate) fn apply(workspace: &mut Workspace, step: FigureStep) -> Vec<Effect> {
    match (step, &mut workspace.session.figure) {
        (FigureStep::Ask(view, part), _) => open(workspace, view, part),
        (FigureStep::Close, _) => workspace.session.figure = None,
        (FigureStep::Dialog, dialog) => {
            let proposed = dialog.as_ref().map(|dialog| dialog.choice.path.clone());
            return vec![Effect::Dialog(Dialog::Figure(proposed.unwrap_or_default()))];
        }
        (FigureStep::Choose(choice), Some(dialog)) => (dialog.choice, dialog.problem) = (*choice, None),
        (FigureStep::Path(path), Some(dialog)) => {
            dialog.choice.format = FileFormat::of(&path).unwrap_or(dialog.choice.format);
            dialog.choice.path = path.display().to_string();
        }
        (FigureStep::Preview(choice, preview), Some(dialog)) => {
            if dialog.drawing.take_if(|drawing| *drawing == *choice).is_some() {
                (dialog.preview, dialog.drawn) = (Some(preview), Some(*choice));
            }
        }
        (FigureStep::Go, _) => return write(workspace),
        (FigureStep::Done(Ok(path)), _) => {
            workspace.session.figure = None;
            let text = format!("The figure is in {}.", path.display());
            workspace.message = Some(Message::note(text));
        }
        (FigureStep::Done(Err(problem)), Some(dialog)) => (dialog.busy, dialog.problem) = (false, Some(problem)),
        (FigureStep::Choose(_) | FigureStep::Path(_) | FigureStep::Preview(..) | FigureStep::Done(Err(_)), None) => {}
    }
    preview(workspace).into_iter().collect()
}

/// Opens the figure dialog with its previous options.
fn open(workspace: &mut Workspace, view: &'static str, seen: Option<VisiblePart>) {
    if workspace.session.figure.is_some() {
        return;
    }
    let (options, format) = workspace.session.figure_options.clone().unwrap_or((FigureOptions::default(), FileFormat::Pdf));
    let path = proposed(workspace, "figure", &format!("-{view}.{}", format.ending()));
    let options = FigureOptions { part: seen, ..options };
    let choice = FigureChoice { view, options, format, path };
    workspace.session.figure =
        Some(FigureDialog { choice, seen, preview: None, drawing: None, drawn: None, busy: false, problem: None });
}

/// Starts drawing the figure's preview if the choices have changed and none is being drawn.
fn preview(workspace: &mut Workspace) -> Option<Effect> {
    let dialog = workspace.session.figure.as_ref()?;
    if dialog.drawing.is_some() || dialog.drawn.as_ref().is_some_and(|drawn| drawn.looks_like(&dialog.choice)) {
        return None;
    }
    let (choice, copy) = (dialog.choice.clone(), Arc::new(workspace.printed()));
    if let Some(dialog) = &mut workspace.session.figure {
        dialog.drawing = Some(choice.clone());
    }
    Some(Effect::PreviewFigure { workspace: copy, choice })
}

fn write(workspace: &mut Workspace) -> Vec<Effect> {
    let Some(dialog) = workspace.session.figure.as_mut().filter(|dialog| !dialog.busy) else { return Vec::new() };
    (dialog.busy, dialog.problem) = (true, None);
    let choice = dialog.choice.clone();
    workspace.session.figure_options = Some((choice.options.clone(), choice.format));
    let path = PathBuf::from(choice.path.trim());
    vec![Effect::WriteFigure { workspace: Arc::new(workspace.printed()), choice, path }]
}

#[cfg(test)]
mod tests {
    use super::*;
    use wordfield_output::figure::Image;

    fn choice(workspace: &Workspace) -> FigureChoice {
        workspace.session.figure.as_ref().expect("a dialog").choice.clone()
    }

    fn image() -> Arc<Image> {
        Arc::new(Image { size: [1, 1], pixels: vec![[255; 4]], sharp: false })
    }

    #[test]
    fn one_preview_is_drawn_at_a_time_and_the_newest_choices_last() {
        let mut workspace = Workspace::default();
        let first = apply(&mut workspace, FigureStep::Ask("field", None));
        let [Effect::PreviewFigure { choice: requested, .. }] = &first[..] else { panic!("{first:?}") };
        let mut wider = choice(&workspace);
        wider.options.size_mm = [200.0, 100.0];
        assert!(apply(&mut workspace, FigureStep::Choose(Box::new(wider.clone()))).is_empty(), "one at a time");
        let second = apply(&mut workspace, FigureStep::Preview(Box::new(requested.clone()), Ok(image())));
        assert!(matches!(&second[..], [Effect::PreviewFigure { choice, .. }] if *choice == wider), "{second:?}");
        assert!(apply(&mut workspace, FigureStep::Preview(Box::new(wider), Ok(image()))).is_empty());
        let png = choice(&workspace).in_format(FileFormat::Png);
        assert!(png.path.ends_with("-field.png"), "{}", png.path);
        assert!(apply(&mut workspace, FigureStep::Choose(Box::new(png))).is_empty(), "the format changes no preview");
    }

    #[test]
    fn a_written_figure_closes_the_dialog_and_a_failed_one_keeps_it() {
        let mut workspace = Workspace::default();
        apply(&mut workspace, FigureStep::Ask("gram", None));
        apply(&mut workspace, FigureStep::Path("here.svg".into()));
        assert_eq!(choice(&workspace).format, FileFormat::Svg);
        let effects = apply(&mut workspace, FigureStep::Go);
        assert!(matches!(&effects[..], [Effect::WriteFigure { path, .. }] if path == &PathBuf::from("here.svg")), "{effects:?}");
        assert!(apply(&mut workspace, FigureStep::Go).is_empty(), "it is being written");
        apply(&mut workspace, FigureStep::Done(Err("no room".to_owned())));
        assert_eq!(workspace.session.figure.as_ref().and_then(|dialog| dialog.problem.as_deref()), Some("no room"));
        apply(&mut workspace, FigureStep::Done(Ok("here.svg".into())));
        assert!(workspace.session.figure.is_none());
        apply(&mut workspace, FigureStep::Ask("field", None));
        assert_eq!(choice(&workspace).format, FileFormat::Svg, "the options of the last time");
    }
}
