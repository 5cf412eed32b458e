//! Tests of the map of documents: points under the pointer, keys, caption, lines between partners.

use eframe::egui::Pos2;
use wordfield_core::corpus::Builtin;
use wordfield_state::DocumentMap;

use super::*;

/// Document map of the tab, once it is computed for words at rest.
fn opened(harness: &mut Shown) -> std::sync::Arc<DocumentMap> {
    key(harness, Key::Num9);
    let current = |window: &Window| {
        let (workspace, key) = (window.workspace(), window.workspace().document_map_key());
        workspace.document_map.study.found().is_some_and(|found| Some(&found.key) == key.as_ref())
    };
    until(harness, "the map", current);
    assert_eq!(the(harness).workspace().layout.tab, Tab::DocumentMap);
    the(harness).workspace().document_map.study.found().cloned().expect("a map")
}

/// Screen positions of the documents while the picture shows them all.
/// Both axes have one unit; the central 99.6 % of the documents fill 92 % of the picture.
fn places(harness: &Shown, map: &DocumentMap) -> Vec<Pos2> {
    let rect = harness.get_by_label_contains("Document map: iteration").rect();
    let ends = [0, 1].map(|axis| {
        let mut values = map.at.column(axis).to_vec();
        values.sort_by(f32::total_cmp);
        let outside = (0.002 * (values.len() - 1) as f64) as usize;
        [values[outside], values[values.len() - 1 - outside]]
    });
    let [x, y] = ends.map(|[low, high]| (0.5 * (low + high), 0.5 * (high - low)));
    let unit = 0.92 * (0.5 * rect.width() / x.1).min(0.5 * rect.height() / y.1);
    map.at.outer_iter().map(|at| rect.center() + vec2(at[0] - x.0, y.0 - at[1]) * unit).collect()
}

#[test]
fn a_click_on_a_point_inspects_its_document_and_the_caption_has_its_numbers() {
    for builtin in [Builtin::Topics, Builtin::Pairs] {
        let mut harness = on_dimensions(builtin, 2);
        let map = opened(&mut harness);
        let at = places(&harness, &map);
        let alone = |place: &usize| (0..at.len()).all(|other| other == *place || at[other].distance(at[*place]) > 3.0);
        let place = (0..at.len()).find(alone).expect("a document without others near it");
        click_at(&mut harness, at[place], Modifiers::NONE);
        assert_eq!(the(&harness).workspace().choices.focus, Focus::Document(map.documents[place]), "{builtin:?}");
        for number in [
            format!("{} documents", map.documents.len()),
            format!("{:.0} % of the kernel's variance", 100.0 * map.share.expect("a definite kernel")),
            format!("of a document's 10 nearest, {:.0} % kept on average", 100.0 * map.kept.expect("many documents")),
        ] {
            harness.get_by_label_contains(&number);
        }
        key(&mut harness, Key::Enter);
        let next = map.documents[(place + 1) % map.documents.len()];
        assert_eq!(the(&harness).workspace().choices.focus, Focus::Document(next), "Enter goes on");
        click_at(&mut harness, at[place], Modifiers::CTRL);
        assert_eq!(chosen(&harness), 2, "Ctrl-click adds to the selection");
        harness.get_by_label("Document map as a table");
    }
}
