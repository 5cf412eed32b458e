//! Tests of the dialog that exports figures: preview, options, files, problems.

use wordfield_output::figure::{FileFormat, VisiblePart};
use wordfield_state::{FigureChoice, FigureDialog, FigureStep};

use super::*;

fn dialog(window: &Window) -> Option<&FigureDialog> {
    window.workspace().session.figure.as_ref()
}

/// Changes the options of the open figure dialog.
fn change(harness: &mut Shown, change: impl FnOnce(FigureChoice) -> FigureChoice) {
    let choice = dialog(the(harness)).expect("a dialog").choice.clone();
    act(harness, Action::Figure(FigureStep::Choose(Box::new(change(choice)))));
}

fn with_path(choice: FigureChoice, path: &std::path::Path) -> FigureChoice {
    FigureChoice { path: path.display().to_string(), ..choice }
}

/// Waits for a preview of the current options.
fn previewed(harness: &mut Shown) {
    until(harness, "the preview", |window| dialog(window).is_some_and(|d| d.preview.is_some() && d.drawing.is_none()));
}

#[test]
fn a_key_opens_the_dialog_and_a_file_of_each_format_is_written() {
    let mut harness = still();
    let folder = tempfile::tempdir().expect("a folder");
    for (format, start) in [(FileFormat::Pdf, &b"%PDF-1."[..]), (FileFormat::Svg, b"<?xml"), (FileFormat::Png, b"\x89PNG")] {
        harness.key_press_modifiers(Modifiers::COMMAND | Modifiers::SHIFT, Key::E);
        previewed(&mut harness);
        harness.get_by_label("preview of the figure");
        let file = folder.path().join("figure.old");
        change(&mut harness, |choice| with_path(choice, &file).in_format(format));
        click(&mut harness, "Export");
        until(&mut harness, "the file", |window| dialog(window).is_none());
        let written = folder.path().join(format!("figure.{}", format.ending()));
        assert!(std::fs::read(&written).expect("a file").starts_with(start), "{format:?}");
        let message = the(&harness).workspace().message.clone().expect("a message");
        assert!(!message.error && message.text.contains("figure."), "{}", message.text);
    }
}

#[test]
fn choices_change_the_preview_and_a_view_without_content_says_why() {
    let mut harness = still();
    command(&mut harness, "export figure");
    previewed(&mut harness);
    let size = |harness: &Shown| match dialog(the(harness)).and_then(|dialog| dialog.preview.clone()) {
        Some(Ok(image)) => image.size,
        other => panic!("{other:?}"),
    };
    let first = size(&harness);
    change(&mut harness, |mut choice| {
        choice.options.size_mm = [100.0, 100.0];
        choice
    });
    previewed(&mut harness);
    let square = size(&harness);
    assert!(first[0] > first[1] && square[0] == square[1], "{first:?} {square:?}");
    change(&mut harness, |choice| FigureChoice { view: "gram", ..choice });
    previewed(&mut harness);
    let problem = dialog(the(&harness)).and_then(|dialog| dialog.preview.clone()).expect("an answer").expect_err("no matrix");
    assert!(problem.contains("Gram matrix"), "{problem}");
    harness.get_by_label_contains("open the tab Gram matrix");
    click(&mut harness, "Close");
    assert!(dialog(the(&harness)).is_none());
}

#[test]
fn a_figure_in_a_missing_folder_keeps_the_dialog_with_the_problem() {
    let mut harness = still();
    harness.key_press_modifiers(Modifiers::COMMAND | Modifiers::SHIFT, Key::E);
    previewed(&mut harness);
    let folder = tempfile::tempdir().expect("a folder");
    change(&mut harness, |choice| with_path(choice, &folder.path().join("none/figure.pdf")));
    click(&mut harness, "Export");
    until(&mut harness, "the problem", |window| dialog(window).is_some_and(|dialog| dialog.problem.is_some()));
    harness.get_by_label_contains("make it first");
}

#[test]
fn the_dialog_begins_with_the_view_of_the_tab() {
    let mut harness = still();
    for (tab, view) in [(Tab::Field, "field"), (Tab::Evaluation, "confusion"), (Tab::Gram, "gram"), (Tab::Compare, "histogram")] {
        act(&mut harness, Action::Look(Look::Tab(tab)));
        harness.run_steps(2);
        harness.key_press_modifiers(Modifiers::COMMAND | Modifiers::SHIFT, Key::E);
        until(&mut harness, "the dialog", |window| dialog(window).is_some());
        assert_eq!(dialog(the(&harness)).map(|dialog| dialog.choice.view), Some(view));
        act(&mut harness, Action::Figure(FigureStep::Close));
        harness.run_steps(2);
    }
}

#[test]
fn a_figure_shows_the_part_that_is_visible_in_the_window() {
    let mut harness = still();
    let shortcut = |harness: &mut Shown| harness.key_press_modifiers(Modifiers::COMMAND | Modifiers::SHIFT, Key::E);
    shortcut(&mut harness);
    previewed(&mut harness);
    assert_eq!(dialog(the(&harness)).and_then(|dialog| dialog.choice.options.part), None, "all words");
    let whole = dialog(the(&harness)).and_then(|dialog| dialog.preview.clone());
    act(&mut harness, Action::Figure(FigureStep::Close));
    harness.run_steps(4);
    let middle = field(&harness).center();
    wheel(&mut harness, middle, 4.0);
    harness.run_steps(20);
    shortcut(&mut harness);
    previewed(&mut harness);
    let part = dialog(the(&harness)).and_then(|dialog| dialog.choice.options.part);
    assert!(matches!(part, Some(VisiblePart::Plane { .. })), "{part:?}");
    assert_ne!(dialog(the(&harness)).and_then(|dialog| dialog.preview.clone()), whole);
    click(&mut harness, "As in the window");
    previewed(&mut harness);
    assert_eq!(dialog(the(&harness)).and_then(|dialog| dialog.choice.options.part), None, "all words again");
}
