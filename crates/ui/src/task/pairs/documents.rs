//! Table of source documents, with the ranks of their partners.

use egui::{Button, Label, RichText, Ui};

use super::{View, check, comparison, more_dimensions, not_yet};
use crate::{
    data_table, export,
    task::{
        document_filter,
        text::Texts,
        view::{Documents, Shown},
    },
    widgets::{ResponseExt, choose, counted, note, switch},
};
use wordfield_state::{Action, MatchAction, MatchFilter, MatchPart, PairMode};

impl Documents for View<'_> {
    fn table(&self, ui: &mut Ui, actions: &mut Vec<Action>) {
        let (Shown { workspace, .. }, matches) = (self.shown, self.matches);
        check::modes(ui, workspace, actions);
        if workspace.matches.view.mode == PairMode::Check {
            check::table(self, ui, actions);
            return;
        }
        filters(self, ui, actions);
        more_dimensions(self.shown, ui, actions);
        if matches.rows.is_empty() {
            note(ui, not_yet(self));
            return;
        }
        holding(self, ui, actions);
        data_table::listing(ui, workspace, "documents", actions);
    }

    fn explain(&self, ui: &mut Ui, texts: &mut Texts, _document: usize, actions: &mut Vec<Action>) {
        comparison::show(self, ui, texts, actions);
    }
}

fn filters(view: &View, ui: &mut Ui, actions: &mut Vec<Action>) {
    let Shown { workspace, dataset, .. } = view.shown;
    let matches = &workspace.choices.matches;
    ui.horizontal_wrapped(|ui| {
        let parts = MatchPart::ALL.map(|part| (part, part.name()));
        actions.extend(choose(ui, "part", 100.0, &matches.part, &parts).map(|part| Action::Match(MatchAction::OfPart(part))));
        document_filter::text(workspace, ui, actions);
        for filter in MatchFilter::ALL {
            ui.selectable_label(matches.filter == filter, filter.name())
                .on_click(actions, || Action::Match(MatchAction::Filter(filter)));
        }
        ui.weak(counted(workspace.documents().len(), "document"));
        export::button(ui, "documents", actions);
        let all = dataset.corpus.task.pairs().map_or(0, |pairs| pairs.source_documents);
        let unranked = all.saturating_sub(view.matches.rows.len());
        if unranked > 0 && !view.matches.rows.is_empty() {
            ui.weak(format!("{unranked} more in no part, not ranked")).on_hover_text(
                "enlarge the test part in the panel Data under Vocabulary and split; evaluations then take longer",
            );
        }
        // The label is never broken; it moves to the next line as a whole.
        ui.add(Label::new(RichText::new("N next, B back, Y accept, X reject").weak()).extend());
    });
    check::reviews_file(ui, workspace, "writes them as TSV, TMX or Moses");
}

/// Draws controls that update the matches under review, which are frozen while training continues.
fn holding(view: &View, ui: &mut Ui, actions: &mut Vec<Action>) {
    let Shown { workspace, .. } = view.shown;
    let Some(fixed) = &workspace.matches.view.held else { return };
    ui.horizontal_wrapped(|ui| {
        note(ui, format!("Results of iteration {}, fixed while you review them.", fixed.iteration));
        let newest = workspace.evaluated().unwrap_or_else(|| workspace.newest());
        let newer = workspace.has_newer_matches();
        let text = match newer {
            false => "Latest results".to_owned(),
            true if newest < fixed.iteration => format!("Show results of iteration {newest} (earlier)"),
            true => format!("Show results of iteration {newest} (newer)"),
        };
        let hint = "ranks, distances and candidates of that iteration";
        ui.add_enabled(newer, Button::new(text).small())
            .on_hover_text(hint)
            .on_click(actions, || Action::Match(MatchAction::Renew));
        let follow = switch(ui, workspace.matches.view.follow, "follow", "always shows the latest results");
        actions.extend(follow.map(|follow| Action::Match(MatchAction::Follow(follow))));
    });
}
