//! Check that the program accepts every command in README and docs, with parameters of the model; no model is trained.

use std::{fs, path::Path};

use clap::{Parser, error::ErrorKind};

use super::{Cli, Sub, is_usage, train};

/// Files that contain commands, from the root of the repository.
fn documents() -> Vec<(String, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let docs = fs::read_dir(root.join("docs")).expect("docs").map(|entry| entry.expect("an entry").path());
    let markdown = docs.filter(|path| path.extension().is_some_and(|end| end == "md"));
    let all = markdown.chain([root.join("README.md")]);
    all.map(|path| (path.display().to_string(), fs::read_to_string(&path).expect("text"))).collect()
}

/// Calls of the program in the shell code blocks of a text, split into words.
/// The words have no quotation marks around them, comments and pipes; continued lines are connected.
fn calls(markdown: &str) -> Vec<Vec<String>> {
    let blocks = markdown.split("\n```").skip(1).step_by(2);
    let shell = blocks.filter_map(|block| block.strip_prefix("sh\n")).map(|block| block.replace("\\\n", " "));
    let words = |line: &str| -> Vec<String> {
        let parts = line.split('\'').enumerate().flat_map(|(index, part)| {
            // Every second part stands in single quotes and is one word.
            let split = |part: &str| part.split_whitespace().map(|word| word.trim_matches('"').to_owned()).collect();
            if index % 2 == 1 { vec![part.to_owned()] } else { split(part) }
        });
        let words = parts.take_while(|word| !word.starts_with('#') && !["|", "&&", ">"].contains(&word.as_str()));
        // Environment variables precede the name of the program.
        words.skip_while(|word| word.contains('=') && !word.contains(' ')).collect()
    };
    let called = |call: &Vec<String>| call.first().is_some_and(|program| program == "wordfield");
    shell.flat_map(|block| block.lines().map(words).filter(called).collect::<Vec<_>>()).collect()
}

/// Problem of a documented command, if any; the named files need not exist.
fn problem(call: &[String]) -> Option<String> {
    let cli = match Cli::try_parse_from(call) {
        Ok(cli) => cli,
        Err(error) if matches!(error.kind(), ErrorKind::DisplayHelp | ErrorKind::DisplayVersion) => return None,
        Err(error) => return Some(error.to_string()),
    };
    let Some(Sub::Train { model }) = &cli.command else { return None };
    let checked = train::with_sweep(model, |sweep, _| Ok(sweep.check()?));
    checked.err().filter(is_usage).map(|error| format!("{error:#}"))
}

#[test]
fn every_documented_command_is_accepted() {
    let mut count = 0;
    for (file, text) in documents() {
        for call in calls(&text) {
            count += 1;
            let problem = problem(&call);
            assert!(problem.is_none(), "{file}: {}\n{}", call.join(" "), problem.unwrap_or_default());
        }
    }
    assert!(count > 40, "{count} commands were found");
}

#[test]
fn wrong_commands_are_noticed() {
    let text = "A\n```sh\nwordfield train smm --corpus a.txt --q 2   # --preset x\nB=1 wordfield predict m \\\n  --corpus b.txt\nls\n```\nC\n\
                ```text\nwordfield none\n```\n";
    let found = calls(text);
    assert_eq!(
        found.iter().map(|call| call.join(" ")).collect::<Vec<_>>(),
        ["wordfield train smm --corpus a.txt --q 2", "wordfield predict m --corpus b.txt"]
    );
    let says = |call: &str| problem(&call.split(' ').map(str::to_owned).collect::<Vec<_>>()).unwrap_or_default();
    assert_eq!(says("wordfield train smm --corpus a.txt --q 2"), "");
    assert!(says("wordfield train smm --corpus a.txt --depth 2").contains("--depth"));
    assert!(says("wordfield train smm --corpus a.txt --set depth=2").contains("depth"));
    assert!(says("wordfield train smm --corpus a.txt --set gamma=-1").contains("gamma"));
}
