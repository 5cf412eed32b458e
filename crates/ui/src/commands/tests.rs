use std::collections::HashMap;

use super::*;

#[test]
fn every_key_has_one_meaning_and_one_that_overrides_it() {
    let mut meaning: HashMap<(String, Option<Option<TaskKind>>), &str> = HashMap::new();
    for command in all() {
        for key in &command.keys {
            let overrides = command.overrides.then_some(command.task);
            let other = meaning.insert((key_text(*key), overrides), &command.name);
            assert!(other.is_none(), "{} means {} and {other:?}", key_text(*key), command.name);
        }
    }
    assert!(meaning.len() > 25, "{meaning:?}");
}

#[test]
fn every_command_has_a_unique_name_and_a_hint() {
    let mut names = std::collections::HashSet::new();
    for command in all() {
        assert!(!command.name.is_empty() && command.hint.len() > 3, "{}", command.name);
        assert!(names.insert((command.group.title(), command.name.as_str())), "{} twice", command.name);
    }
}

#[test]
fn every_menu_has_a_command() {
    for group in Group::ALL {
        assert!(all().iter().any(|command| command.group == group), "{}", group.title());
    }
}

#[test]
fn key_texts_match_the_keyboard() {
    let named = |modifiers, key| key_text(KeyboardShortcut::new(modifiers, key));
    assert_eq!(named(CTRL_SHIFT, Key::Z), "Ctrl+Shift+Z");
    assert_eq!(named(SHIFT, Key::ArrowRight), "Shift+Right");
    assert_eq!(named(Modifiers::NONE, Key::Escape), "Esc");
}

#[test]
fn commands_of_matches_need_pairs() {
    let workspace = Workspace::default();
    assert!(all().iter().filter(|command| command.group == Group::Matches).all(|command| !command.can(&workspace)));
    assert!(all().iter().any(|command| command.can(&workspace)), "some command is always enabled");
}
