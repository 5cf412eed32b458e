//! Prints the reasons and hints of two line files: `judge SOURCE TARGET [RULES.toml]`.
//!
//! The output is a tab-separated table of line (from 1), reasons and hints, with ` | ` between several.
//! `--values` prints every rule's number instead.

use std::{env, error::Error, fs, path::Path};

use wordfield_rules::{Findings, RuleKind, RuleSet, Statistics};

fn main() -> Result<(), Box<dyn Error>> {
    let (options, paths): (Vec<String>, Vec<String>) = env::args().skip(1).partition(|word| word.starts_with("--"));
    let [source, target, rest @ ..] = &paths[..] else { return Err("usage: judge [--values] SOURCE TARGET [RULES.toml]".into()) };
    let [source, target] = [fs::read_to_string(source)?, fs::read_to_string(target)?];
    let rules = match rest.first() {
        Some(path) => RuleSet::parse(&fs::read_to_string(path)?, Path::new(path))?,
        None => RuleSet::default(),
    };
    let pairs: Vec<[&str; 2]> = source.lines().zip(target.lines()).map(|(source, target)| [source, target]).collect();
    let statistics = Statistics::of(&pairs);
    eprintln!("{} pairs, length ratio {:.3}, languages {:?}", pairs.len(), statistics.length_ratio(), statistics.languages());
    if options.iter().any(|option| option == "--values") {
        let findings = Findings::of(&rules, &statistics, &pairs);
        println!("line\t{}", rules.rules.iter().map(|rule| &*rule.name).collect::<Vec<_>>().join("\t"));
        for row in 0..pairs.len() {
            let values = (0..rules.rules.len()).map(|rule| format!("{:.3}", findings.values(rule)[row]));
            println!("{}\t{}", row + 1, values.collect::<Vec<_>>().join("\t"));
        }
        return Ok(());
    }
    println!("line\treasons\thints");
    for (row, &texts) in pairs.iter().enumerate() {
        let found = rules.judge(&statistics, row, texts);
        let of = |kind: RuleKind| {
            let texts = found.iter().filter(|finding| rules.rules[finding.rule].kind == kind).map(|finding| &*finding.text);
            texts.collect::<Vec<_>>().join(" | ")
        };
        println!("{}\t{}\t{}", row + 1, of(RuleKind::Error), of(RuleKind::Hint));
    }
    Ok(())
}
