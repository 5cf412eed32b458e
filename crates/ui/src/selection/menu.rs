//! Menu "Select" over the word field: selection of words and documents by rules.

use egui::{Id, Role, ScrollArea, Ui};

use super::{act, axis, by};
use crate::{
    style::{Icon, icon_menu},
    widgets::{named, number, remembered},
};
use wordfield_core::corpus::TaskKind;
use wordfield_state::{Action, Basis, Choose, Focus, Rule, SetOperation, Workspace, explain::Part};

/// Draws the menu "Select" of the word field.
pub(crate) fn show(ui: &mut Ui, workspace: &Workspace, wide: bool, actions: &mut Vec<Action>) {
    let (Some(dataset), Some(basis)) = (&workspace.corpus.dataset, &workspace.corpus.basis) else { return };
    icon_menu(ui, wide, Icon::SquareDashedMousePointer, "Select", |ui| {
        let how = relation(ui);
        let kind = dataset.corpus.task.kind();
        let mut item = |ui: &mut Ui, name: &str, rule: Rule| {
            if ui.button(name).clicked() {
                actions.push(by(how, rule));
                ui.close();
            }
        };
        ui.separator();
        item(ui, "All words", Rule::Words);
        words(ui, workspace, basis, kind, &mut item);
        ui.separator();
        item(ui, "All documents", Rule::Documents);
        documents(ui, basis, kind, &mut item);
        if !workspace.choices.selection.is_empty() {
            ui.separator();
            item(ui, "Words of the selected documents", Rule::WordsThere);
            item(ui, "Documents with a selected word", Rule::DocumentsThere);
        }
        ui.separator();
        if ui.button("Semantic axis…").clicked() {
            actions.push(act(Choose::Axis(axis::proposed(workspace))));
            ui.close();
        }
        if ui.button("Saved selections…").clicked() {
            actions.push(act(Choose::Sets(true)));
            ui.close();
        }
    });
}

/// Draws the choice of the operation between the current selection and the words of a rule.
fn relation(ui: &mut Ui) -> SetOperation {
    remembered(ui, Id::unique("set operation"), SetOperation::ALL[0].0, |ui, how| {
        ui.horizontal(|ui| {
            for (operation, name) in SetOperation::ALL {
                ui.selectable_value(how, operation, name);
            }
        });
    })
}

fn words(ui: &mut Ui, workspace: &Workspace, basis: &Basis, kind: TaskKind, item: &mut dyn FnMut(&mut Ui, &str, Rule)) {
    if kind == TaskKind::Ratings {
        ratings(ui, basis, "Words by mean rating", item, |rating, low, high| Rule::WordsRated { rating, low, high });
    } else {
        classes(ui, basis, if kind == TaskKind::Pairs { "Words of a side" } else { "Words of a class" }, item, Rule::WordsOf);
    }
    if let Some(document) = workspace.choices.shown {
        item(ui, "Words of the open document", Rule::WordsIn(document));
    }
    if let Focus::Word(word) = workspace.choices.focus {
        ui.menu_button("Around the inspected word", |ui| around(ui, workspace, word, item));
    }
}

/// Draws the rules that select the nearest words of a word, by number or by distance.
fn around(ui: &mut Ui, workspace: &Workspace, word: usize, item: &mut dyn FnMut(&mut Ui, &str, Rule)) {
    let ids = [Id::unique("how many nearest"), Id::unique("how far nearest")];
    // The default distance is the distance of the farthest listed neighbour.
    let listed = workspace.neighbours().and_then(|near| near.own.last()).map_or(1.0, |&(_, distance)| distance);
    let mut count = ui.data(|data| data.get_temp::<usize>(ids[0])).unwrap_or(20);
    let mut radius = ui.data(|data| data.get_temp::<f64>(ids[1])).unwrap_or(listed);
    ui.horizontal(|ui| {
        let field = ui.add(number(&mut count).range(1..=100_000).suffix(" nearest"));
        named(&field, Role::SpinButton, "number of nearest words");
        if field.changed() {
            ui.data_mut(|data| data.insert_temp(ids[0], count));
        }
        item(ui, "Select these", Rule::Nearest { word, count });
    });
    ui.horizontal(|ui| {
        let field = ui.add(number(&mut radius).range(0.0..=1e6).speed(0.01 * listed).prefix("within "));
        named(&field, Role::SpinButton, "maximum distance of the nearest words");
        if field.changed() {
            ui.data_mut(|data| data.insert_temp(ids[1], radius));
        }
        item(ui, "Select those", Rule::Within { word, radius });
    });
}

fn documents(ui: &mut Ui, basis: &Basis, kind: TaskKind, item: &mut dyn FnMut(&mut Ui, &str, Rule)) {
    match kind {
        TaskKind::Classes => {
            classes(ui, basis, "Documents of a class", item, Rule::DocumentsOf);
            classes(ui, basis, "Documents predicted as", item, Rule::Predicted);
        }
        TaskKind::Ratings => {
            ratings(ui, basis, "Documents by rating", item, |rating, low, high| Rule::Rated { rating, low, high });
        }
        TaskKind::Pairs => classes(ui, basis, "Documents of a side", item, Rule::DocumentsOf),
    }
    ui.menu_button("Documents of a part", |ui| {
        for part in Part::ALL {
            item(ui, part.name(), Rule::Part(part));
        }
    });
    let wrong = match kind {
        TaskKind::Classes => "Misclassified documents",
        TaskKind::Ratings => "Documents outside their 95 % interval",
        TaskKind::Pairs => "Mismatched documents",
    };
    item(ui, wrong, Rule::Wrong);
    item(ui, "Listed documents", Rule::Listed);
}

fn classes(ui: &mut Ui, basis: &Basis, title: &str, item: &mut dyn FnMut(&mut Ui, &str, Rule), rule: impl Fn(usize) -> Rule) {
    ui.menu_button(title, |ui| {
        ScrollArea::vertical().max_height(400.0).show(ui, |ui| {
            for (class, name) in basis.class_names.iter().enumerate() {
                item(ui, name, rule(class));
            }
        });
    });
}

/// Draws a range of values for each rating, by which documents are selected.
fn ratings(
    ui: &mut Ui,
    basis: &Basis,
    title: &str,
    item: &mut dyn FnMut(&mut Ui, &str, Rule),
    rule: impl Fn(usize, f64, f64) -> Rule,
) {
    ui.menu_button(title, |ui| {
        for (rating, name) in basis.rating_names.iter().enumerate() {
            let Some(&(least, most)) = basis.rating_ranges.get(rating) else { continue };
            let id = Id::unique((title, rating));
            let (mut low, mut high) = ui.data(|data| data.get_temp(id)).unwrap_or((least, most));
            ui.label(name);
            ui.horizontal(|ui| {
                let speed = 0.005 * (most - least);
                let from = ui.add(number(&mut low).range(least..=most).speed(speed).prefix("from "));
                named(&from, Role::SpinButton, &format!("minimum {name}"));
                let to = ui.add(number(&mut high).range(least..=most).speed(speed).prefix("to "));
                named(&to, Role::SpinButton, &format!("maximum {name}"));
                if from.changed() || to.changed() {
                    ui.data_mut(|data| data.insert_temp(id, (low, high)));
                }
                item(ui, "Select these", rule(rating, low, high));
            });
        }
    });
}
