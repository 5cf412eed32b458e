//! Tests of the offer, in the run bar, that components contribute to decisions.

use super::*;
use wordfield_core::{corpus::Builtin, model::DecideBy};

fn decided(harness: &mut Shown, by: DecideBy) {
    until(harness, "the change", |window| window.workspace().decider() == Some(by));
}

#[test]
fn an_offer_is_taken_and_taken_back_and_nothing_moves() {
    let mut harness = on(Builtin::Topics, vec2(1400.0, 900.0));
    until(&mut harness, "the offer at the paused iteration", |window| {
        let workspace = window.workspace();
        workspace.offer().is_some_and(|offer| Some(offer.iteration) == workspace.evaluated())
    });
    let run = the(&harness).workspace().run.id;
    let timeline = |harness: &Shown| harness.get_by_label("timeline").rect();
    let before = timeline(&harness);
    click(&mut harness, "Use");
    decided(&mut harness, DecideBy::Combined);
    harness.run_steps(4);
    assert_eq!(timeline(&harness), before);
    undo(&mut harness, 1);
    decided(&mut harness, DecideBy::Map);
    until(&mut harness, "the offer again", |window| window.workspace().offer().is_some());
    click(&mut harness, "Use");
    decided(&mut harness, DecideBy::Combined);
    click(&mut harness, "Map alone");
    decided(&mut harness, DecideBy::Map);
    assert_eq!(the(&harness).workspace().run.id, run, "without a restart");
}

#[test]
fn the_offer_fits_into_bars_of_every_width() {
    let mut harness = on(Builtin::Topics, vec2(1400.0, 900.0));
    until(&mut harness, "the offer", |window| window.workspace().offer().is_some());
    for width in [800.0, 1024.0, 1200.0, 1400.0, 1650.0, 1920.0] {
        harness.set_size(vec2(width, 800.0));
        harness.run_steps(4);
        let Some(using) = harness.query_by_label("Use").map(|node| node.rect()) else {
            assert!(width < 1100.0, "{width}");
            continue;
        };
        let long = harness.query_by_label_contains("with words and text").map(|node| node.rect());
        let left = long.map_or(using.left(), |long| long.left());
        let timeline = harness.get_by_label("timeline").rect();
        assert!(timeline.right() < left && timeline.width() > 60.0, "{width}: {timeline:?}, {using:?}");
        assert!(harness.get_by_label("Curves").rect().right() <= width, "{width}");
        assert!(long.is_none() || width >= 1640.0, "{width}");
    }
}
