//! Tests of the rule file.

#![allow(clippy::float_cmp, reason = "thresholds are copied")]

use super::*;
use crate::{RULES, Statistics};

fn parse(text: &str) -> Result<RuleSet, RuleFileError> {
    RuleSet::parse(text, Path::new("rules.toml"))
}

fn message(text: &str) -> String {
    parse(text).expect_err("a faulty file").to_string()
}

/// Texts of the findings in a pair by the file's own rules.
fn found(file: &str, source: &str, target: &str) -> Vec<String> {
    let set = parse(file).expect("a valid file");
    let texts = [source, target];
    let findings = set.judge(&Statistics::of(&[texts]), 0, texts);
    findings.into_iter().filter(|finding| finding.rule >= RULES.len()).map(|finding| finding.text).collect()
}

#[test]
fn faults_name_file_line_and_remedy() {
    for (text, expected) in [
        ("off = [\n\"lenght\"]", "rules.toml:2: no rule is called \"lenght\"; use one of empty, copy, length"),
        ("[threshold]\nlength = -1.0", "rules.toml:2: threshold -1 of \"length\" is not positive; use off = [\"length\"]"),
        ("[threshold]\n\nlength = nan", "rules.toml:3: threshold NaN of"),
        ("a = 1", "rules.toml:1: unknown field `a`, expected one of `off`, `threshold`, `rule`, `term`, `forbidden`"),
        ("\noff = 3", "rules.toml:2: invalid type: integer `3`"),
        ("\n\noff = [", "rules.toml:3: "),
        ("[[rule]]\nname = 'copy'\nkind = 'hint'\ntarget = 'x'", "rules.toml:2: the name \"copy\" is taken"),
        ("[[rule]]\nname = 'terms'\nkind = 'hint'\ntarget = 'x'", "rules.toml:2: the name \"terms\" is taken"),
        ("[[rule]]\nname = 'a b'\nkind = 'hint'\ntarget = 'x'", "rules.toml:2: the name \"a b\" has other characters"),
        ("[[rule]]\nname = 'a'\nkind = 'hint'", "rules.toml:2: rule \"a\" needs either `target` or `forbid`"),
        (
            "[[rule]]\nname = 'a'\nkind = 'hint'\ntarget = 'x'\nforbid = 'y'",
            "rules.toml:2: rule \"a\" needs either `target` or `forbid`",
        ),
        ("[[rule]]\nname = 'a'\nkind = 'bad'\ntarget = 'x'", "rules.toml:3: unknown variant `bad`"),
        (
            "[[rule]]\nname = 'a'\nkind = 'hint'\ntarget = '(x'",
            "rules.toml:4: pattern '(x': unclosed group; put \\ before a literal sign",
        ),
        ("[[term]]\nsource = 'a'\ntarget = []", "rules.toml:3: an empty text is in every row"),
        ("[[term]]\nsource = ' '\ntarget = 'b'", "rules.toml:2: an empty text is in every row"),
        ("[[forbidden]]\nsource = 'a'\ntarget = ''", "rules.toml:3: an empty text is in every row"),
    ] {
        let message = message(text);
        assert!(message.starts_with(expected), "{text}: {message}");
    }
}

#[test]
fn thresholds_and_switches_are_read() {
    let set = parse("off = ['copy']\n[threshold]\nlength = 5").expect("a valid file");
    let rule = |name: &str| &set.rules[set.find(name).expect("a rule")];
    assert!(!rule("copy").enabled && rule("length").enabled);
    assert_eq!(rule("length").threshold, 5.0);
    assert!(message("\n?").starts_with("rules.toml:2: "));
}

#[test]
fn a_rule_that_is_off_flags_nothing() {
    let texts = ["The house is red.", "The house is red."];
    let statistics = Statistics::of(&[texts]);
    assert_eq!(parse("").expect("no rules").judge(&statistics, 0, texts).len(), 1);
    assert!(parse("off = ['copy']").expect("a switch").judge(&statistics, 0, texts).is_empty());
}

#[test]
fn patterns_want_or_forbid_on_either_side() {
    let wanted = "[[rule]]\nname = 'id'\nkind = 'error'\nsource = 'T-\\d'\nrequire = 'T-\\d'";
    assert_eq!(found(wanted, "See T-1", "Siehe"), ["id"]);
    assert!(found(wanted, "See T-1", "Siehe T-1").is_empty() && found(wanted, "See", "Siehe").is_empty());
    let forbidden = "[[rule]]\nname = 'sie'\nkind = 'hint'\nforbid = '\\bdu\\b'";
    assert_eq!(found(forbidden, "you", "wenn du gehst"), ["sie du"]);
    assert!(found(forbidden, "you", "wenn Sie duschen").is_empty());
    let reverse = "[[rule]]\nname = 'p'\nkind = 'hint'\nreverse = true\nsource = '%'\ntarget = '%|percent'";
    assert_eq!(found(reverse, "half", "50 %"), ["p"]);
    assert!(found(reverse, "50 percent", "50 %").is_empty() && found(reverse, "50 %", "halb").is_empty());
}

#[test]
fn terms_are_found_in_inflected_and_compound_words() {
    let file = "[[term]]\nsource = 'kernel'\ntarget = 'Kern'\n[[term]]\nsource = '核'\ntarget = ['Kern', 'Kernel']";
    assert!(found(file, "Kernels", "Distributionskerne").is_empty());
    assert_eq!(found(file, "a KERNEL", "eine Schale"), ["terms kernel→Kern"]);
    assert!(found(file, "popkernel", "Mais").is_empty(), "a term begins at a word boundary");
    assert_eq!(found(file, "分布核", "Verteilung"), ["terms 核→Kern/Kernel"]);
}

#[test]
fn forbidden_texts_can_depend_on_the_source() {
    let file = "[[forbidden]]\ntarget = 'nukleus'\nsource = 'kernel'\n[[forbidden]]\ntarget = 'c++ (alt)'";
    assert_eq!(found(file, "kernel", "Nukleus, C++ (alt)"), ["forbidden nukleus, c++ (alt)"]);
    assert!(found(file, "atom", "Nukleus").is_empty());
}
