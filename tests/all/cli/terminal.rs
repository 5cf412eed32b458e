//! Control characters in words, classes and labels: escaped in messages and on a terminal, exact in files and pipes.

use std::{fmt::Write as _, fs, path::Path};

use tempfile::TempDir;

use super::expect;

/// Colours, window titles, C1 sequences, backspaces and marks of writing direction, each with its escaped form.
const HOSTILE: [(&str, &str); 5] = [
    ("\u{1b}[31m", "\\x1B[31m"),
    ("\u{1b}]0;title\u{7}", "\\x1B]0;title\\x07"),
    ("\u{9b}5n", "\\x9B5n"),
    ("\u{8}\u{7f}", "\\x08\\x7F"),
    ("\u{202e}\u{2066}", "\\u{202e}\\u{2066}"),
];

/// Folder with documents of hostile classes and words, a model of them, and vectors of the same words.
fn hostile() -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    let (mut counts, mut vectors) = ("document,class,word,count\n".to_owned(), String::new());
    for document in 0..60 {
        let (class, _) = HOSTILE[document % HOSTILE.len()];
        for word in [format!("word{class}"), ["day", "house"][document / 5 % 2].to_owned()] {
            writeln!(counts, "{document},class{class},{word},{}", 1 + document % 3).unwrap();
        }
    }
    for (number, (word, _)) in HOSTILE.iter().enumerate() {
        writeln!(vectors, "word{word} 1 {number} {}", number * number).unwrap();
    }
    vectors += "word 1 1 1\n";
    fs::write(folder.path().join("c.csv"), counts).unwrap();
    fs::write(folder.path().join("v.txt"), vectors).unwrap();
    let train = "train smm --corpus c.csv --train 30 --dev 10 --threshold 1 --iterations 3 --save m.json";
    let (out, error) = expect(folder.path(), 0, train);
    assert!(is_harmless(&out) && is_harmless(&error), "{out:?}{error:?}");
    folder
}

/// Whether a text has no character that a terminal interprets, other than line ends and tabs.
fn is_harmless(text: &str) -> bool {
    let direction = |c| matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    !text.contains(|c: char| c.is_control() && c != '\n' && c != '\t' || direction(c))
}

#[test]
fn summaries_and_messages_escape_control_characters() {
    let folder = hostile();
    let hostile = |word: &str| HOSTILE.map(|(_, escaped)| format!("{word}{escaped}"));
    for (call, code, word) in [
        ("cluster m.json --clusters 5 --part all", 0, "word"),
        ("novelty m.json --top 60", 0, "word"),
        ("test m.json --between none class", 2, "class"),
    ] {
        let (out, error) = expect(folder.path(), code, call);
        assert!(is_harmless(&out) && is_harmless(&error), "{call}: {out:?}{error:?}");
        let found = out + &error;
        assert!(hostile(word).iter().all(|word| found.contains(word)), "{call}: {found}");
    }
    let (_, error) = expect(folder.path(), 2, "novelty m.json \u{202e}name");
    assert!(is_harmless(&error) && error.contains("unexpected argument '\\u{202e}name'"), "{error:?}");
}

/// Output of a call whose standard output and error are a terminal.
#[cfg(target_os = "linux")]
fn on_terminal(folder: &Path, arguments: &str) -> String {
    let call = format!("{} {arguments}", env!("CARGO_BIN_EXE_wordfield"));
    let mut command = std::process::Command::new("script");
    command.args(["-qec", &call, "/dev/null"]).current_dir(folder).stdin(std::process::Stdio::null());
    let output = command.output().expect("script of util-linux");
    assert!(output.status.success(), "{arguments}");
    String::from_utf8(output.stdout).unwrap().replace("\r\n", "\n")
}

#[cfg(target_os = "linux")]
#[test]
fn tables_are_escaped_on_a_terminal_and_exact_in_pipes_and_files() {
    let folder = hostile();
    let here = folder.path();
    let label: String = HOSTILE.map(|(label, _)| label).concat();
    let code = |c: char| format!("\\u{:04X}", u32::from(c));
    let grid = format!(
        "[[corpus]]\nlabel = \"{0}\"\nfiles = \"c.csv\"\n[split]\ntrain = [20, 30]\ndev = 10\nseeds = 1\n\
         [[method]]\nlabel = \"{0}\"\nmodel = \"knn\"\n",
        label.chars().map(code).collect::<String>()
    );
    fs::write(here.join("grid.toml"), grid).unwrap();
    expect(here, 0, "evaluate grid.toml --out study");
    let calls = [
        "vectors v.txt --neighbours word",
        "tabulate study",
        "tabulate study --format csv",
        "evaluate grid.toml --out study --list",
    ];
    for call in calls {
        let (piped, _) = expect(here, 0, call);
        assert!(HOSTILE.iter().all(|(word, _)| piped.contains(word)), "{call}: {piped:?}");
        let found = on_terminal(here, call);
        assert!(is_harmless(&found) && HOSTILE.iter().all(|(_, escaped)| found.contains(escaped)), "{call}: {found:?}");
        if !call.starts_with("evaluate") {
            expect(here, 0, &format!("{call} --out table"));
            assert_eq!(fs::read_to_string(here.join("table")).unwrap(), piped, "{call}");
            assert!(is_harmless(&on_terminal(here, &format!("{call} --out /dev/stdout"))), "{call}");
        }
    }
    let (svg, _) = expect(here, 0, "tabulate study --format svg");
    assert!(!svg.contains(|c: char| c.is_control() && c != '\n') && svg.contains("]0;title"), "{svg:?}");
}
