//! Earlier iterations, forks, and comparison of two runs in the window.

use wordfield_state::{Seek, Time};

use super::*;

fn does(harness: &mut Shown, action: Action) {
    let ctx = harness.ctx.clone();
    harness.state_mut().as_mut().expect("a window").apply(&ctx, action);
    harness.run_steps(2);
}

/// A window on a corpus, paused after some iterations, showing the fifth.
fn looking_back(words: &str) -> Shown {
    let mut harness = window(Launch::default());
    if !words.is_empty() {
        open_panel(&mut harness, Panel::Data);
        click(&mut harness, words);
        until(&mut harness, "another corpus", |window| window.workspace().run.id > 1);
    }
    until(&mut harness, "some iterations", |window| iteration(window) > 12);
    click(&mut harness, "Pause");
    until(&mut harness, "the pause", |window| !window.workspace().is_running());
    does(&mut harness, Action::Look(Look::Seek(Seek::At(5))));
    until(&mut harness, "what the model was then", |window| {
        window.workspace().timeline.past.as_ref().is_some_and(|past| past.iteration == 5)
    });
    harness
}

#[test]
fn all_views_show_an_earlier_iteration_of_any_model() {
    for words in ["", "Ratings", "Pairs"] {
        let mut harness = looking_back(words);
        for tab in [Tab::Documents, Tab::Evaluation, Tab::Field] {
            does(&mut harness, Action::Look(Look::Tab(tab)));
        }
        harness.get_by_label_contains("Press F to return to live");
        assert!(harness.query_by_label_contains("Numbers are from iteration").is_none(), "{words}");
        let workspace = the(&harness).workspace();
        assert_eq!((workspace.shown(), workspace.scores_are_of()), (5, None), "{words}");
        assert!(workspace.newest() > 12);
    }
}

#[test]
fn a_run_forks_at_an_earlier_iteration_and_is_compared_with_its_origin() {
    let mut harness = looking_back("");
    let run = the(&harness).workspace().run.id;
    click(&mut harness, "Continue from here");
    until(&mut harness, "the other run", |window| window.workspace().run.id == run + 1 && iteration(window) > 8);
    click(&mut harness, "Pause");
    until(&mut harness, "the pause", |window| !window.workspace().is_running());
    let workspace = the(&harness).workspace();
    assert_eq!(workspace.run.earlier.forked, Some((run, 5)));
    let history = workspace.timeline.history.clone().expect("a history");
    assert_eq!((history.at(0).map(|frame| frame.iteration), history.at(6).map(|frame| frame.iteration)), (Some(0), Some(6)));
    let kept = workspace.run.earlier.get(run).expect("kept");
    let [before, after] = [4, 6].map(|at| (kept.history.at(at).expect("a frame"), history.at(at).expect("a frame")));
    assert!(before.0.latent == before.1.latent && after.0.latent != after.1.latent, "one past, two futures");
    does(&mut harness, Action::Look(Look::Tab(Tab::Compare)));
    click(&mut harness, "Two runs");
    until(&mut harness, "the comparison", |window| window.workspace().compare.runs.apart.is_some());
    harness.get_by_label("Words that differ most");
    harness.get_by_label("Parameters that differ");
    click(&mut harness, "lines in the word field");
    assert!(the(&harness).workspace().compare.runs.lines);
    does(&mut harness, Action::Time(Time::Forget(run)));
    harness.get_by_label("Select two runs.");
}

#[test]
fn a_recording_plays_while_the_model_is_paused() {
    let mut harness = looking_back("");
    let newest = iteration(the(&harness));
    click(&mut harness, "Play back");
    until(&mut harness, "the newest", |window| window.workspace().timeline.at.is_none());
    assert!(!the(&harness).workspace().timeline.playback.playing);
    assert_eq!(iteration(the(&harness)), newest);
}
