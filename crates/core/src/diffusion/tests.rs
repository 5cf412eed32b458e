use std::fs;

use proptest::prelude::*;

use rand::Rng;

use super::*;
use crate::corpus::Cancel;

const LINKS: [Link; 4] = [Link::Gaussian, Link::InnerProduct, Link::Edges, Link::Constant];

/// Ring of nodes, each with edges to the next `reach`.
fn ring(count: usize, reach: usize) -> Network {
    let edges = (0..count).flat_map(|node| (1..=reach).map(move |step| [node, (node + step) % count])).collect();
    Network::new((0..count).map(|node| format!("n{node}")).collect(), edges)
}

/// Cascades on a network under the probabilities of its edges.
fn generated(network: &Network, probabilities: &[f64], count: usize, seed: u64) -> Vec<Cascade> {
    let mut rng = SmallRng::seed_from_u64(seed);
    let one = |_| {
        let mut active = vec![false; network.nodes.len()];
        let first = rng.random_range(0..network.nodes.len());
        active[first] = true;
        let mut cascade = vec![vec![first]];
        while let Some(senders) = cascade.last().filter(|step| !step.is_empty()).cloned() {
            let mut next = Vec::new();
            for (edge, [sender, receiver]) in network.edges.iter().enumerate() {
                let tries = senders.contains(sender) && (!active[*receiver] || next.contains(receiver));
                if tries && rng.random_range(0.0..1.0) < probabilities[edge] && !next.contains(receiver) {
                    active[*receiver] = true;
                    next.push(*receiver);
                }
            }
            cascade.push(next);
        }
        cascade
    };
    (0..count).map(one).collect()
}

/// Log-likelihood of a cascade, node by node and step by step.
fn naive(network: &Network, probabilities: &[f64], cascade: &Cascade) -> f64 {
    let step_of = |node: usize| cascade.iter().position(|step| step.contains(&node));
    let mut sum = 0.0;
    for (step, senders) in cascade.iter().enumerate() {
        for receiver in 0..network.nodes.len() {
            let edges = (0..network.edges.len())
                .filter(|&edge| network.edges[edge][1] == receiver && senders.contains(&network.edges[edge][0]));
            let stays: f64 = edges.map(|edge| 1.0 - probabilities[edge]).product();
            match step_of(receiver) {
                Some(at) if at <= step => {}
                Some(at) if at == step + 1 => sum += if stays < 1.0 { (1.0 - stays).ln() } else { 0.0 },
                _ => sum += stays.ln(),
            }
        }
    }
    sum
}

proptest! {
    #[test]
    fn the_likelihood_is_that_of_each_node_and_step(seed in 0..1000_u64) {
        let network = ring(9, 3);
        let mut rng = SmallRng::seed_from_u64(seed);
        let probabilities: Vec<f64> = network.edges.iter().map(|_| rng.random_range(0.05..0.95)).collect();
        let cascades = generated(&network, &probabilities, 3, seed);
        let direct: f64 = cascades.iter().map(|cascade| naive(&network, &probabilities, cascade)).sum();
        let own = log_likelihood(&probabilities, &network.attempts(&cascades));
        prop_assert!((own - direct).abs() < 1e-9 * direct.abs().max(1.0), "{own} and {direct}");
    }
}

#[test]
fn gradients_equal_finite_differences() {
    let network = ring(7, 3);
    let attempts = network.attempts(&generated(&network, &vec![0.4; network.edges.len()], 20, 1));
    for link in LINKS {
        let shape = Shape { params: DiffusionParams { link, q: 2, rho: 0.7, seed: 3 }, network: &network };
        let mut point = shape.start(&attempts);
        (point[0], point[1]) = (-0.3, 1.7);
        let (_, gradient) = shape.objective(&point, &attempts);
        for (at, own) in gradient.iter().enumerate() {
            let moved = |by: f64| {
                let mut point = point.clone();
                point[at] += by;
                shape.objective(&point, &attempts).0
            };
            let difference = (moved(1e-5) - moved(-1e-5)) / 2e-5;
            assert!((own - difference).abs() < 1e-5 * own.abs().max(1.0), "{link:?} {at}: {own} and {difference}");
        }
    }
}

#[test]
fn latent_vectors_and_edges_explain_more_than_one_probability_and_less_than_the_truth() {
    let network = ring(16, 15);
    // Test network: nodes on a circle, with a probability that is a function of their distance.
    let logit = |&[u, v]: &[usize; 2]| {
        let angle = |node: usize| 2.4 * node as f64;
        let square = (angle(u).cos() - angle(v).cos()).powi(2) + (angle(u).sin() - angle(v).sin()).powi(2);
        -4.0 + 4.0 * (-2.0 * square).exp()
    };
    let truth: Vec<f64> = network.edges.iter().map(|edge| logistic(logit(edge))).collect();
    let split = CascadeSplit::new(generated(&network, &truth, 600, 1), 0).unwrap();
    let scores = LINKS.map(|link| {
        let compared = compare(&network, &split, link, 0).unwrap();
        assert_eq!(compared.model.latent().is_some(), link.has_vectors());
        compared.test.iter().sum::<f64>()
    });
    let best: f64 = split.test_scores(&network, &truth).iter().sum();
    let [with_parts @ .., constant] = scores;
    assert!(with_parts.iter().all(|score| *score > constant + 50.0), "{scores:?} and {best}");
    assert!(with_parts.iter().all(|score| (best - 60.0..best + 3.0).contains(score)), "{scores:?} and {best}");
}

#[test]
fn a_split_has_all_cascades_once_and_a_comparison_reads_its_test_part() {
    let network = ring(8, 3);
    let cascades = generated(&network, &vec![0.3; network.edges.len()], 23, 5);
    let split = CascadeSplit::new(cascades.clone(), 1).unwrap();
    assert_eq!([&split.train, &split.dev, &split.test].map(Vec::len), [15, 4, 4]);
    let mut all = [split.train.clone(), split.dev.clone(), split.test.clone()].concat();
    let mut before = cascades;
    all.sort();
    before.sort();
    assert_eq!(all, before);
    assert_eq!(CascadeSplit::new(all[..4].to_vec(), 0), None);
    let compared = compare(&network, &split, Link::Edges, 0).unwrap();
    let sum = log_likelihood(&compared.model.probabilities(&network), &network.attempts(&split.test));
    assert!((compared.test.iter().sum::<f64>() - sum).abs() < 1e-9);
    let raised = crate::cancel::CancelFlag::new();
    raised.raise();
    assert_eq!(crate::cancel::with(&raised, || compare(&network, &split, Link::Gaussian, 0)), None, "cancelled");
}

#[test]
fn files_are_read_and_faulty_lines_named() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str, text: &str| {
        let path = folder.path().join(name);
        fs::write(&path, text).unwrap();
        path
    };
    let network = Network::read(&file("edges", "a b .5\nb\tc .25\n\nc a 0.1\n"), &Cancel::default()).unwrap();
    assert_eq!((network.nodes.join(" "), network.edges.as_slice()), ("a b c".to_owned(), [[0, 1], [1, 2], [2, 0]].as_slice()));
    assert_eq!(network.known, Some(vec![0.5, 0.25, 0.1]));
    let cascades = network.read_cascades(&file("cascades", "a\tb\tc\na c\n"), &Cancel::default()).unwrap();
    assert_eq!(cascades, [vec![vec![0], vec![1], vec![2]], vec![vec![0, 2]]]);
    for (text, problem) in [
        ("a\n", ":1: one name is no edge; write sender and receiver"),
        ("a b\nb c .5\n", ":2: some edges have a probability, others not; give all or none"),
        ("a b .5\nb c\n", ":2: some edges have a probability, others not; give all or none"),
        ("a b 1\n", ":1: \"1\" is no probability; write a number above 0 and below 1"),
        ("a b\na b\n", ":2: the edge is that of line 1; remove one of the lines"),
        ("a a\n", ":1: the edge leads from a node to itself; remove the line"),
        ("a b .5 c\n", ":1: an edge has two names; write one edge a line"),
        (" \n", ": the file has no edge; write sender and receiver of an edge in each line"),
    ] {
        let error = Network::read(&file("faulty", text), &Cancel::default()).unwrap_err().to_string();
        assert!(error.ends_with(problem), "{error}");
    }
    for (text, problem) in [
        ("a\tz\n", ":1: the network has no edge of \"z\"; write the names of the network, steps separated by tabs"),
        ("a b\tb\n", ":1: \"b\" becomes active twice; write the names of the network, steps separated by tabs"),
        ("\n", ": no cascade; write one cascade a line"),
    ] {
        let error = network.read_cascades(&file("faulty", text), &Cancel::default()).unwrap_err().to_string();
        assert!(error.ends_with(problem), "{error}");
    }
}
