//! The visible part of the word field: words outside the fit, the neighbourhood of a word, the second axis of ratings.

use eframe::egui::{Key, Pos2, Rect};
use egui_kittest::kittest::{NodeT, Queryable};
use wordfield_core::corpus::Builtin;
use wordfield_state::{Action, Focus, Layer, Look};

use super::common::{Shown, act, click, field, key, lonely, menu, on_dimensions, places, the, until};

fn inside(harness: &Shown, words: impl IntoIterator<Item = usize>) -> usize {
    let (places, picture) = (places(harness), field(harness));
    words.into_iter().filter(|&word| picture.contains(places[word])).count()
}

#[test]
fn the_fit_shows_nearly_all_words_and_arrows_lead_to_the_others() {
    let mut harness = on_dimensions(Builtin::Topics, 2);
    let words = places(&harness).len();
    let outside = words - inside(&harness, 0..words);
    assert!(outside as f32 <= 0.04 * words as f32, "{outside} of {words} words are outside");
    let arrows = |harness: &Shown| -> Vec<(usize, Rect)> {
        let nodes = harness.query_all_by_label_contains(" outside the picture: ");
        let count = |label: &str| label.split(' ').next().and_then(|count| count.parse().ok()).expect("a count");
        nodes.map(|node| (count(&node.accesskit_node().label().expect("a name")), node.rect())).collect()
    };
    let listed = arrows(&harness);
    assert_eq!(listed.iter().map(|(count, _)| count).sum::<usize>(), outside, "{listed:?}");
    assert!(listed.iter().all(|(_, rect)| field(&harness).expand(1.0).contains_rect(*rect)));
    if let Some((_, arrow)) = listed.first() {
        super::click_at(&mut harness, arrow.center(), eframe::egui::Modifiers::NONE);
        harness.run_steps(60);
        assert!(arrows(&harness).is_empty(), "a chosen part has no arrows");
        assert!(inside(&harness, 0..words) < words - outside, "the view went to the words outside");
    }
}

#[test]
fn the_neighbourhood_of_a_word_fills_the_picture_and_the_overview_leaves_it_visible() {
    let mut harness = on_dimensions(Builtin::Topics, 2);
    for word in lonely(&harness).into_iter().take(3) {
        click(&mut harness, "Fit");
        act(&mut harness, Action::Look(Look::Select(Focus::Word(word))));
        until(&mut harness, "its neighbours", |window| window.workspace().neighbours().is_some_and(|near| near.is_of(word)));
        harness.run_steps(40);
        let spread = |harness: &Shown| -> f32 {
            let places = places(harness);
            places.iter().map(|at| at.distance(places[word])).sum::<f32>() / places.len() as f32
        };
        let before = spread(&harness);
        key(&mut harness, Key::G);
        harness.run_steps(60);
        assert!(spread(&harness) > 1.3 * before, "the picture is magnified");
        let near: Vec<usize> =
            the(&harness).workspace().neighbours().expect("neighbours").own.iter().take(6).map(|near| near.0).collect();
        assert!(inside(&harness, [word]) == 1 && inside(&harness, near) >= 5, "with the nearest words");
        let overview = harness.query_by_label_contains("overview of all words").map(|node| node.rect());
        assert!(overview.is_none_or(|overview| !overview.contains(places(&harness)[word])), "{overview:?}");
    }
}

#[test]
fn ratings_spread_along_topics_and_the_learned_second_dimension_is_a_choice() {
    let mut harness = on_dimensions(Builtin::Reviews, 2);
    let deviation = |harness: &Shown, axis: fn(&Pos2) -> f32| {
        let places = places(harness);
        let mean = places.iter().map(axis).sum::<f32>() / places.len() as f32;
        (places.iter().map(|at| (axis(at) - mean).powi(2)).sum::<f32>() / places.len() as f32).sqrt()
    };
    harness.get_by_label_contains("y: leading topic direction (not learned)");
    let [across, down] = [deviation(&harness, |at| at.x), deviation(&harness, |at| at.y)];
    assert!(down > 40.0 && across > 40.0, "a cloud instead of a line: {across} × {down} points");
    menu(&mut harness, &["Show", "topic axis"]);
    assert!(!the(&harness).workspace().choices.layers.shows(Layer::TopicAxis));
    key(&mut harness, Key::Escape);
    harness.run_steps(20);
    harness.get_by_label_contains("both latent dimensions");
}
