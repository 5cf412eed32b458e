//! Commands of the menu "File", such as opening and saving.

use egui::Key;

use super::{CTRL, CTRL_SHIFT, Command, Group::File, ViewCommand, act, view_command};
use crate::figure::dialog::view_of;
use wordfield_core::corpus::Builtin;
use wordfield_state::{Action, AlignAction, Export, FigureStep, Item, Open, Save, SpaceAction, SpacePlace, Tab, Workspace};

pub(super) fn rows() -> Vec<Command> {
    let builtin = |name, hint, which| Command::new(File, name, hint, move |_| act(Action::Open(Open::Builtin(which))));
    vec![
        Command::new(
            File,
            "Open…",
            "opens documents, a saved model, a session or word vectors; a file can also be dropped on the window",
            |_| act(Action::Open(Open::AskForFile)),
        )
        .keys([(CTRL, Key::O)]),
        Command::new(
            File,
            "Open word vectors…",
            "opens a file of word vectors without documents: neighbours, analogies, axes",
            |_| act(Action::Space(SpaceAction::AskForFile(SpacePlace::First))),
        )
        .keywords("word2vec glove fasttext npy embeddings vectors"),
        Command::new(File, "Open a path…", "opens a typed path of a file or folder; separate several with ;", |_| {
            view_command(ViewCommand::EditPath)
        })
        .keys([(CTRL_SHIFT, Key::O)]),
        Command::new(
            File,
            "Align two texts…",
            "joins the lines or sentences of a text with those of its translation, and opens the pairs for review",
            |_| act(Action::Align(AlignAction::Open)),
        )
        .keywords("align alignment sentence bitext parallel translation lines join")
        .when(|workspace| workspace.lesson.open.is_none()),
        builtin(
            "Built-in topics",
            "short texts on cooking, gardening, astronomy and music: words of the same topic form clusters",
            Builtin::Topics,
        ),
        builtin("Built-in reviews", "reviews of clothes rated 1 to 5: positive and negative words separate", Builtin::Reviews),
        builtin(
            "Built-in pairs",
            "English encyclopedia articles and their Japanese originals: words approach their translations",
            Builtin::Pairs,
        ),
        Command::new(
            File,
            "Save model…",
            "saves the trained model, for wordfield predict and for the window; without a model, the points of the sandbox",
            |workspace| {
                let points = workspace.run.snapshot.is_none();
                act(if points { Action::Export(Export::Open(Some(Item::SANDBOX))) } else { Action::Save(Save::Ask) })
            },
        )
        .keys([(CTRL, Key::S)])
        .when(|workspace| workspace.run.snapshot.is_some() || shows_points(workspace)),
        Command::new(
            File,
            "Save session…",
            "saves runs, sets, verdicts and the view, to continue later; the documents are named, not copied",
            |_| act(Action::Save(Save::AskSession)),
        )
        .keys([(CTRL_SHIFT, Key::S)])
        .keywords("save work project workspace continue later")
        .when(|workspace| workspace.corpus.dataset.is_some()),
        Command::new(File, "Recover unsaved work", "opens the work of an earlier window that ended without closing", |_| {
            act(Action::Open(Open::Recover))
        })
        .keywords("crash restore lost")
        .when(|workspace| workspace.corpus.recovery.is_some()),
        Command::new(File, "Export…", "writes what the window shows: tables, vectors, pairs, figures", |_| {
            act(Action::Export(Export::Open(None)))
        })
        .keys([(CTRL, Key::E)])
        .keywords("export copy save as csv tsv json table figure picture svg pdf png vectors word2vec pairs tmx")
        .when(|workspace| workspace.corpus.basis.is_some() || workspace.word_space.space().is_some() || shows_points(workspace)),
        Command::new(File, "Export figure…", "writes a view as a picture for print, as PDF, SVG or PNG", |workspace| {
            act(Action::Figure(FigureStep::Ask(view_of(workspace), None)))
        })
        .keys([(CTRL_SHIFT, Key::E)])
        .keywords("export figure picture print svg pdf png")
        .when(|workspace| workspace.run.snapshot.is_some() || workspace.word_space.picture.is_some() || shows_points(workspace)),
    ]
}

/// Whether the tab in front shows the sandbox's point sets, which need no corpus.
fn shows_points(workspace: &Workspace) -> bool {
    workspace.layout.tab == Tab::Sandbox
}
