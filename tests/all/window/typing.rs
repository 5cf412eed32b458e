//! Tests of typed values, which apply when finished, and of Escape, which closes the innermost open widget first.

use eframe::egui::Event;
use egui_kittest::kittest::NodeT;
use wordfield_core::corpus::Size;
use wordfield_state::Answer;

use super::*;

fn train_size(window: &Window) -> Size {
    window.workspace().corpus.options.split.train
}

fn focused(harness: &Shown) -> Option<eframe::egui::Id> {
    harness.ctx.memory(eframe::egui::Memory::focused)
}

#[test]
fn a_typed_number_counts_when_finished_and_keeps_the_focus() {
    let mut harness = window(Launch::default());
    open_panel(&mut harness, Panel::Data);
    click(&mut harness, "Vocabulary and split");
    harness.run_steps(20);
    let before = train_size(the(&harness));
    harness.get_by_role_and_label(Role::SpinButton, "training").focus();
    harness.run_steps(3);
    let field = focused(&harness);
    assert!(field.is_some());
    for digit in ["6", "0"] {
        harness.event(Event::Text(digit.to_owned()));
        harness.run_steps(3);
        assert_eq!(train_size(the(&harness)), before, "it is still being typed");
    }
    // A note above the field appears and disappears while typing.
    let ctx = harness.ctx.clone();
    let job = the(&harness).workspace().corpus.job;
    let window = harness.state_mut().as_mut().expect("a window");
    window.apply(&ctx, Action::Open(Open::Builtin(wordfield_core::corpus::Builtin::Topics)));
    harness.step();
    assert_eq!(focused(&harness), field);
    let window = harness.state_mut().as_mut().expect("a window");
    window.apply(&ctx, Action::Open(Open::Answer(job + 1, Answer::Corpus(Err("nothing".to_owned().into())))));
    harness.run_steps(2);
    assert_eq!(focused(&harness), field);
    harness.key_press(Key::Enter);
    harness.run_steps(3);
    assert_eq!(train_size(the(&harness)), Size::Share(0.6));
}

#[test]
fn escape_closes_an_open_list_and_then_the_preview_and_enter_reads() {
    let (_folder, path) = file("reviews.txt", &["pos\tgood fine great film", "neg\tbad poor dull film"].repeat(12).join("\n"));
    let mut harness = window(Launch::default());
    let ctx = harness.ctx.clone();
    let looks = |window: &Window| matches!(window.workspace().corpus.loading, Loading::Preview { .. });
    for read in [false, true] {
        harness.state_mut().as_mut().expect("a window").apply(&ctx, Action::Open(Open::Files(vec![path.clone()])));
        until(&mut harness, "the preview", looks);
        harness.run_steps(6);
        if read {
            harness.key_press(Key::Enter);
            until(&mut harness, "the corpus", |window| window.workspace().classes() == 2);
            return;
        }
        harness.get_by_role_and_label(Role::ComboBox, "format").click();
        harness.run_steps(6);
        harness.get_by_label("TMX translation memory");
        harness.key_press(Key::Escape);
        harness.run_steps(4);
        assert!(looks(the(&harness)), "the list alone is closed");
        assert!(harness.query_by_label("TMX translation memory").is_none());
        harness.ctx.memory_mut(|memory| {
            if let Some(id) = memory.focused() {
                memory.surrender_focus(id);
            }
        });
        harness.key_press(Key::Escape);
        harness.run_steps(4);
        assert!(!looks(the(&harness)));
    }
}

#[test]
fn letters_beside_a_field_of_a_dialog_are_no_commands() {
    let (_folder, path) = file("reviews.txt", &["pos\tgood fine great film", "neg\tbad poor dull film"].repeat(12).join("\n"));
    let mut harness = window(Launch::default());
    let layers = |harness: &Shown| the(harness).workspace().choices.layers;
    let before = layers(&harness);
    key(&mut harness, Key::T);
    assert_ne!(layers(&harness), before, "a command");
    key(&mut harness, Key::T);
    act(&mut harness, Action::Open(Open::Files(vec![path])));
    until(&mut harness, "the preview", |window| matches!(window.workspace().corpus.loading, Loading::Preview { .. }));
    key(&mut harness, Key::T);
    assert_eq!(layers(&harness), before);
    act(&mut harness, Action::Open(Open::Cancel));
    harness.run_steps(3);
    key(&mut harness, Key::T);
    assert_ne!(layers(&harness), before, "the dialog is closed");
}

#[test]
fn the_other_file_of_a_pair_is_named_in_the_preview() {
    let (folder, source) = file("news.de", &"Der Baum ist alt.\n".repeat(12));
    let target = folder.path().join("news.en");
    std::fs::write(&target, "The tree is old.\n".repeat(12)).expect("a file");
    let mut harness = window(Launch::default());
    let ctx = harness.ctx.clone();
    let looks = |window: &Window| matches!(window.workspace().corpus.loading, Loading::Preview { .. });
    harness.state_mut().as_mut().expect("a window").apply(&ctx, Action::Open(Open::Files(vec![source])));
    until(&mut harness, "the preview", looks);
    harness.run_steps(6);
    assert!(harness.get_by_label("Read and train").accesskit_node().is_disabled());
    harness.get_by_role_and_label(Role::TextInput, "or path").focus();
    harness.run_steps(2);
    harness.get_by_role_and_label(Role::TextInput, "or path").type_text(&target.display().to_string());
    harness.run_steps(2);
    harness.key_press(Key::Enter);
    let paired = |window: &Window| {
        let Loading::Preview { preview: Ok(preview), .. } = &window.workspace().corpus.loading else { return false };
        preview.counterparts.len() == 12
    };
    until(&mut harness, "both sides", paired);
    harness.run_steps(6);
    harness.get_by_label("First pairs");
    assert!(!harness.get_by_label("Read and train").accesskit_node().is_disabled());
}

#[test]
fn a_path_is_typed_with_a_folded_panel() {
    let (_folder, path) = file("mine.csv", &format!("topic,body\n{}", "a,one two\nb,three four\n".repeat(6)));
    let mut harness = window(Launch::default());
    for folded in [false, true] {
        let shows = |harness: &Shown| the(harness).workspace().layout.arrangement.shows(Panel::Data);
        if shows(&harness) == folded {
            harness.key_press(Key::F7);
            harness.run_steps(20);
        }
        assert_ne!(shows(&harness), folded);
        harness.key_press_modifiers(Modifiers::COMMAND.plus(Modifiers::SHIFT), Key::O);
        harness.run_steps(20);
        assert!(shows(&harness));
        harness.event(Event::Text(path.display().to_string()));
        harness.run_steps(3);
        harness.key_press(Key::Enter);
        until(&mut harness, "the preview", |window| matches!(window.workspace().corpus.loading, Loading::Preview { .. }));
        harness.run_steps(6);
        harness.key_press(Key::Escape);
        until(&mut harness, "no preview", |window| !matches!(window.workspace().corpus.loading, Loading::Preview { .. }));
        harness.run_steps(6);
        let ctx = harness.ctx.clone();
        let window = harness.state_mut().as_mut().expect("a window");
        window.apply(&ctx, Action::Open(Open::PathField(String::new())));
    }
}
