//! Networks and cascades of information diffusion, read from two text files.
//!
//! An edge of a network is a line `SENDER RECEIVER`, separated by spaces or a tab.
//! The edge carries information from the sender to the receiver.
//! A third number, if every line has one, is the known probability of the edge.
//! A cascade is a line of steps separated by tabs; a step lists the nodes that become active in it, separated by spaces.
//! Empty lines are skipped.
//!
//! Cost and memory: one entry for each edge and each activation.

use std::{collections::HashMap, path::Path};

use crate::corpus::{Cancel, CorpusError, ErrorKind, Limits, read_text};

/// Directed network of named nodes.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Network {
    /// Names of the nodes (n).
    pub nodes: Vec<String>,
    /// Sender and receiver of each edge (E).
    pub edges: Vec<[usize; 2]>,
    /// Known probability of each edge (E), if the file has them.
    pub known: Option<Vec<f64>>,
    /// Edges of each sender (n).
    outgoing: Vec<Vec<usize>>,
}

/// Cascade of activations: the nodes that become active in each step.
pub type Cascade = Vec<Vec<usize>>;

/// Attempts of active nodes to activate their receivers, in one or more cascades.
#[derive(Clone, Debug, PartialEq)]
pub struct Attempts {
    /// Number of failed attempts of each edge (E).
    pub failures: Vec<f64>,
    /// Edges of which at least one succeeded, for each activation of a node by its senders.
    pub successes: Vec<Vec<usize>>,
}

impl Network {
    /// Creates a network of nodes `0..nodes.len()`.
    ///
    /// # Panics
    /// Panics if an edge has a node that does not exist.
    pub fn new(nodes: Vec<String>, edges: Vec<[usize; 2]>) -> Self {
        let mut outgoing = vec![Vec::new(); nodes.len()];
        edges.iter().enumerate().for_each(|(edge, [sender, _])| outgoing[*sender].push(edge));
        Self { nodes, edges, known: None, outgoing }
    }

    /// Reads the edges of a network.
    ///
    /// # Errors
    /// Returns an error if the file cannot be read, has no edge, or a line is not an edge.
    pub fn read(file: &Path, cancel: &Cancel) -> Result<Self, CorpusError> {
        let (text, _) = read_text(file, None, Limits::default(), cancel)?;
        let (mut nodes, mut places, mut edges, mut known) = (Vec::new(), HashMap::new(), HashMap::new(), Vec::new());
        let mut pairs: Vec<[usize; 2]> = Vec::new();
        for (line, words) in lines(&text) {
            let words: Vec<&str> = words.split_whitespace().collect();
            let &[sender, receiver, ref more @ ..] = words.as_slice() else {
                return Err(CorpusError::format(file, line, "one name is no edge", "write sender and receiver"));
            };
            let probability = match more {
                [] => None,
                [text] => Some(text.parse().ok().filter(|p: &f64| *p > 0.0 && *p < 1.0).ok_or_else(|| {
                    CorpusError::format(file, line, format!("\"{text}\" is no probability"), "write a number above 0 and below 1")
                })?),
                _ => return Err(CorpusError::format(file, line, "an edge has two names", "write one edge a line")),
            };
            if probability.map_or(!known.is_empty(), |_| known.len() != pairs.len()) {
                return Err(CorpusError::format(file, line, "some edges have a probability, others not", "give all or none"));
            }
            known.extend(probability);
            let edge = [sender, receiver].map(|name| {
                *places.entry(name.to_owned()).or_insert_with(|| {
                    nodes.push(name.to_owned());
                    nodes.len() - 1
                })
            });
            if edge[0] == edge[1] {
                return Err(CorpusError::format(file, line, "the edge leads from a node to itself", "remove the line"));
            }
            if let Some(before) = edges.insert(edge, line) {
                let problem = format!("the edge is that of line {before}");
                return Err(CorpusError::format(file, line, problem, "remove one of the lines"));
            }
            pairs.push(edge);
        }
        if pairs.is_empty() {
            return Err(CorpusError::file(file, "the file has no edge", "write sender and receiver of an edge in each line"));
        }
        let known = Some(known).filter(|known| !known.is_empty());
        Ok(Self { known, ..Self::new(nodes, pairs) })
    }

    /// Reads cascades on this network.
    ///
    /// # Errors
    /// Returns an error if the file cannot be read, names a node without an edge, or a node twice in a cascade.
    pub fn read_cascades(&self, file: &Path, cancel: &Cancel) -> Result<Vec<Cascade>, CorpusError> {
        let (text, _) = read_text(file, None, Limits::default(), cancel)?;
        let places: HashMap<&str, usize> = self.nodes.iter().enumerate().map(|(node, name)| (name.as_str(), node)).collect();
        let mut cascades = Vec::new();
        for (line, text) in lines(&text) {
            let mut active = vec![false; self.nodes.len()];
            let mut node = |name: &str| {
                let node = places.get(name).copied();
                let node = node.ok_or_else(|| format!("the network has no edge of \"{name}\""))?;
                if std::mem::replace(&mut active[node], true) {
                    Err(format!("\"{name}\" becomes active twice"))
                } else {
                    Ok(node)
                }
            };
            let steps = text.split('\t').map(|step| step.split_whitespace().map(&mut node).collect());
            let cascade: Result<Cascade, String> = steps.collect();
            let remedy = "write the names of the network, steps separated by tabs";
            cascades.push(cascade.map_err(|problem| CorpusError::format(file, line, problem, remedy))?);
        }
        if cascades.is_empty() {
            return Err(CorpusError::new(ErrorKind::File, format!("{}: no cascade", file.display()), "write one cascade a line"));
        }
        Ok(cascades)
    }

    /// Successful and failed attempts of activation in cascades.
    /// Every node that becomes active tries each of its inactive receivers once, in the next step.
    /// A node that becomes active without a sender of the step before is active by itself.
    pub fn attempts<'a>(&self, cascades: impl IntoIterator<Item = &'a Cascade>) -> Attempts {
        let mut attempts = Attempts { failures: vec![0.0; self.edges.len()], successes: Vec::new() };
        for cascade in cascades {
            let mut step_of = vec![usize::MAX; self.nodes.len()];
            cascade.iter().enumerate().for_each(|(step, nodes)| nodes.iter().for_each(|&node| step_of[node] = step));
            let mut senders: HashMap<usize, Vec<usize>> = HashMap::new();
            for (step, nodes) in cascade.iter().enumerate() {
                for &edge in nodes.iter().flat_map(|&node| &self.outgoing[node]) {
                    let receiver = self.edges[edge][1];
                    if step_of[receiver] == step + 1 {
                        senders.entry(receiver).or_default().push(edge);
                    } else if step_of[receiver] > step + 1 {
                        attempts.failures[edge] += 1.0;
                    }
                }
            }
            attempts.successes.extend(cascade.iter().flatten().filter_map(|node| senders.remove(node)));
        }
        attempts
    }
}

/// Lines of a text that are not empty, with their numbers from 1.
fn lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    (1..).zip(text.lines()).filter(|(_, line)| !line.trim().is_empty())
}
