//! Names of undoable steps for menus and messages, and the gestures whose changes form one step.

use std::sync::Arc;

use super::{changed_parameters, live_changes, reviewed};
use crate::{Choices, Focus, Layer, Layers, Settings, Verdict, Viewpoint, Workspace, reviews::verdicts::changed, undo::Gesture};

/// Gesture and menu name of an undoable action.
pub(super) fn describe(workspace: &Workspace, before: &Choices, after: &Choices) -> (Gesture, String) {
    if before.settings != after.settings {
        return parameters_change(&before.settings, &after.settings);
    }
    if before.sandbox != after.sandbox {
        return (Gesture::Sandbox, "change in the sandbox".to_owned());
    }
    if before.vectors != after.vectors {
        let inspected = before.vectors.focus != after.vectors.focus;
        return (if inspected { Gesture::Once } else { Gesture::Vectors }, "words of the tab Vectors".to_owned());
    }
    if before.reviews != after.reviews {
        return review_change(workspace, before, after);
    }
    if before.corrected != after.corrected {
        return (Gesture::Once, "label corrected".to_owned());
    }
    if before.dismissed != after.dismissed {
        let count = after.dismissed.len().abs_diff(before.dismissed.len());
        return (Gesture::Once, if count == 1 { "reason dismissed".to_owned() } else { format!("{count} reasons dismissed") });
    }
    if before.rules != after.rules {
        return rules_change(before, after);
    }
    if before.touched.moves != after.touched.moves {
        return drag_change(workspace, before, after);
    }
    let name = if before.touched.pinned != after.touched.pinned {
        "pins".to_owned()
    } else if before.named != after.named {
        named_sets_change(before, after)
    } else if before.focus != after.focus && (after.selection.count() < 2 || before.selection == after.selection) {
        focus_change(workspace, after.focus)
    } else if before.selection != after.selection {
        format!("choose {}", after.selection.description())
    } else if before.place() != after.place() {
        focus_change(workspace, after.focus)
    } else if before.layers != after.layers {
        return layers_change(&before.layers, &after.layers);
    } else if before.muted != after.muted {
        "classes muted".to_owned()
    } else if before.compared.pair != after.compared.pair {
        "sets to compare".to_owned()
    } else if before.compared.unseen != after.compared.unseen {
        "documents of the test".to_owned()
    } else if before.compared != after.compared {
        "number of splits".to_owned()
    } else if before.tool != after.tool {
        "tool".to_owned()
    } else {
        "list of documents".to_owned()
    };
    (Gesture::Once, name)
}

fn parameters_change(before: &Settings, after: &Settings) -> (Gesture, String) {
    if before.preset != after.preset {
        return (Gesture::Once, "preset".to_owned());
    }
    let live = live_changes(before, after);
    let key = live.as_ref().and_then(|changes| changes.first()).map(|change| change.key);
    let changed = changed_parameters(before, after);
    let view = changed.iter().find(|view| key.is_none_or(|key| key == view.key));
    match (view, key) {
        (Some(view), Some(key)) => (Gesture::Parameter(key), view.label.to_owned()),
        (Some(view), None) => (Gesture::Once, format!("{}, a new run", view.label)),
        (None, _) => (Gesture::Once, "parameters".to_owned()),
    }
}

fn review_change(workspace: &Workspace, before: &Choices, after: &Choices) -> (Gesture, String) {
    let (from, to) = (before.reviews.all(), after.reviews.all());
    let source = reviewed(before, after).unwrap_or_default();
    let [old, new] = [from, to].map(|reviews| reviews.get(&source).cloned().unwrap_or_default());
    let own = |source: usize| workspace.corpus.dataset.as_ref().and_then(|dataset| dataset.corpus.partner(source));
    let changed = changed(from, to).count();
    match (old.verdict, new.verdict) {
        _ if old.correction != new.correction => {
            (Gesture::Once, if changed > 1 { "texts of pairs" } else { "texts of a pair" }.to_owned())
        }
        (_, Some((Verdict::Accepted, target))) if changed > 1 && own(source).is_some_and(|own| own != target) => {
            (Gesture::Once, format!("{changed} partners taken"))
        }
        (_, Some((verdict, _))) if changed > 1 => (Gesture::Once, format!("{changed} matches {}", verdict.name())),
        (before, after) if before == after && old.category != new.category => {
            (Gesture::Once, "category of a rejected match".to_owned())
        }
        (before, after) if before == after => (Gesture::Note(source), "note on a match".to_owned()),
        (_, Some((verdict, _))) => (Gesture::Once, format!("match {}", verdict.name())),
        (_, None) => (Gesture::Once, "verdict removed".to_owned()),
    }
}

fn rules_change(before: &Choices, after: &Choices) -> (Gesture, String) {
    let [old, new] = [before, after].map(|choices| &choices.rules.used.rules);
    let changed = old.iter().zip(new).position(|(old, new)| (old.threshold, old.enabled) != (new.threshold, new.enabled));
    match (changed.filter(|_| Arc::ptr_eq(&before.rules.read, &after.rules.read)), &after.rules.file) {
        (Some(place), _) if old[place].enabled == new[place].enabled => {
            (Gesture::Threshold(place), format!("threshold of {}", new[place].name))
        }
        (Some(place), _) => {
            (Gesture::Once, format!("rule {} {}", new[place].name, if new[place].enabled { "on" } else { "off" }))
        }
        (None, Some(file)) => (Gesture::Once, format!("rules of {}", file.display())),
        (None, None) => (Gesture::Once, "built-in rules".to_owned()),
    }
}

fn drag_change(workspace: &Workspace, before: &Choices, after: &Choices) -> (Gesture, String) {
    let (old, new) = (&before.touched.moves, &after.touched.moves);
    let Some(taken) = new.last().filter(|_| new.len() >= old.len()) else {
        return (Gesture::Once, "word restored".to_owned());
    };
    let word = workspace.corpus.dataset.as_ref().and_then(|data| data.words.get(taken.word)).map_or("a word", String::as_str);
    (Gesture::Drag(taken.word), format!("{word} dragged"))
}

fn named_sets_change(before: &Choices, after: &Choices) -> String {
    let names = |sets: &Choices| sets.named.iter().map(|kept| kept.name.clone()).collect::<Vec<_>>();
    let (old, new) = (names(before), names(after));
    let missing = |from: &[String], among: &[String]| from.iter().find(|name| !among.contains(name)).cloned();
    match (missing(&old, &new), missing(&new, &old)) {
        (Some(old), Some(new)) => format!("{old} renamed {new}"),
        (Some(old), None) => format!("{old} removed"),
        (None, Some(new)) => format!("{new} kept"),
        (None, None) => "named set".to_owned(),
    }
}

fn focus_change(workspace: &Workspace, selection: Focus) -> String {
    let dataset = workspace.corpus.dataset.as_ref();
    match selection {
        Focus::None => "deselect".to_owned(),
        Focus::Word(word) => dataset.and_then(|data| data.words.get(word)).map_or("a word".to_owned(), |w| format!("word {w}")),
        Focus::Document(document) => {
            let title = dataset.and_then(|data| data.corpus.titles.get(document));
            title.map_or("a document".to_owned(), |title| format!("document {}", title.chars().take(24).collect::<String>()))
        }
        Focus::Class(class) => {
            dataset.and_then(|data| data.corpus.classes.get(class)).map_or("a class".to_owned(), |name| format!("class {name}"))
        }
        Focus::Cell { .. } => "a cell of the confusion matrix".to_owned(),
    }
}

fn layers_change(before: &Layers, after: &Layers) -> (Gesture, String) {
    let (from, to) = (before.viewpoint, after.viewpoint);
    if before.seen_from(to) == *after && (Viewpoint { slice: to.slice, ..from }) == to {
        return (Gesture::Slice, "slice".to_owned());
    }
    let switched = Layer::ALL.iter().find(|row| before.shows(row.layer) != after.shows(row.layer));
    let name = match switched {
        _ if before.colour_by != after.colour_by => "colouring".to_owned(),
        _ if before.field_of != after.field_of => "field".to_owned(),
        Some(row) => format!("layer {}", row.label),
        None => "viewpoint".to_owned(),
    };
    (Gesture::Once, name)
}
