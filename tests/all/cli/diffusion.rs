//! `wordfield diffusion`: comparison of links on held-out cascades, latent vectors of the nodes, refusals.

use std::{fmt::Write, fs};

use crate::program::{each_says, expect, rows};

/// Network of two groups on a ring: edges within a group always transmit, others never. Cascades follow the edges exactly.
fn files(at: &std::path::Path) {
    let (mut network, mut cascades) = (String::new(), String::new());
    for node in 0..12 {
        for step in 1..4 {
            let _ = writeln!(network, "n{node}\tn{}\t{}", (node + step) % 12, if step == 2 { 0.95 } else { 0.05 });
        }
        let group: Vec<String> = (0..6).map(|step| format!("n{}", (node + 2 * step) % 12)).collect();
        let _ = writeln!(cascades, "{}", group.join("\t"));
    }
    fs::write(at.join("network.tsv"), network).unwrap();
    fs::write(at.join("cascades.tsv"), cascades).unwrap();
}

#[test]
fn links_are_compared_on_held_out_cascades() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    files(at);
    let (out, _) = expect(at, 0, "diffusion network.tsv cascades.tsv --json d.json --out nodes.tsv");
    assert!(out.starts_with("12 nodes, 36 edges; 8 cascades for training, 2 for development, 2 for the test\n"), "{out}");
    let value: serde_json::Value = serde_json::from_slice(&fs::read(at.join("d.json")).unwrap()).unwrap();
    let mean = |link: &str| {
        let all = value["log_likelihood"].as_array().unwrap();
        all.iter().find(|row| row["link"] == link).unwrap()["mean"].as_f64().unwrap()
    };
    assert!(mean("edges") > mean("constant"), "edges that pass have other probabilities: {out}");
    assert!(mean("known") > mean("constant"), "{out}");
    let table = fs::read_to_string(at.join("nodes.tsv")).unwrap();
    let (header, nodes) = rows(&table);
    assert_eq!((header[0], header[1], nodes.len()), ("node", "sender 1", 12));
}

#[test]
fn faulty_files_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    files(at);
    fs::write(at.join("few.tsv"), "n1\tn3\n").unwrap();
    fs::write(at.join("other.tsv"), "n1\tn99\n").unwrap();
    each_says(
        at,
        [
            (2, "diffusion network.tsv few.tsv", "few.tsv: three parts need five cascades, not 1", "add cascades"),
            (1, "diffusion network.tsv other.tsv", "other.tsv:1: the network has no edge of \"n99\"", "write the names"),
            (2, "diffusion network.tsv few.tsv --out few.tsv", "--out few.tsv", "choose another"),
        ],
    );
}
