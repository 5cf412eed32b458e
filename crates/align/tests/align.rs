//! Alignment of small texts with known alignments.

use std::ops::Range;

use proptest::{collection::vec, prelude::*};
use wordfield_align::{AlignOptions, Aligner, Bead, Similarity, Vectors, align, confident};

fn first(source: &[&str], target: &[&str], anchors: &[(usize, usize)]) -> Vec<Bead> {
    align(source, target, anchors, None, &AlignOptions::default()).expect("valid anchors")
}

fn ranges(beads: &[Bead]) -> Vec<(Range<usize>, Range<usize>)> {
    beads.iter().map(|bead| (bead.source.clone(), bead.target.clone())).collect()
}

/// Whether beads cover all lines of both sides in order.
fn covers(beads: &[Bead], source: usize, target: usize) -> bool {
    let mut end = (0, 0);
    for bead in beads {
        if (bead.source.start, bead.target.start) != end || !(0.0..=1.0).contains(&bead.score) {
            return false;
        }
        end = (bead.source.end, bead.target.end);
    }
    end == (source, target)
}

/// Line `i` of a text in which each line holds a number of its own and words of one of two languages.
fn line(i: usize, word: &str) -> String {
    format!("{} {} {}", word.repeat(1 + i % 3), 1000 + 7 * i, word.repeat(1 + i * i % 5))
}

#[test]
fn dropped_and_merged_lines_are_found() {
    let source: Vec<String> = (0..60).map(|i| line(i, "kissa")).collect();
    let mut target: Vec<String> = (0..60).map(|i| line(i, "gatto")).collect();
    let merged = target.remove(31);
    target[30].push_str(&merged);
    target.remove(10);
    let beads = first(&refs(&source), &refs(&target), &[]);
    let found = ranges(&beads);
    assert!(covers(&beads, 60, 58));
    assert!(found.contains(&(10..11, 10..10)), "{found:?}");
    assert!(found.contains(&(30..32, 29..30)), "{found:?}");
    assert_eq!(beads.iter().filter(|bead| bead.is_one_to_one()).count(), 57);
    let pairs = confident(&beads, 0.9);
    assert!(pairs.len() > 50 && pairs.iter().all(|&(i, j)| source[i].split(' ').nth(1) == target[j].split(' ').nth(1)));
}

#[test]
fn long_deletion_far_from_the_diagonal_is_followed() {
    let source: Vec<String> = (0..3000).map(|i| line(i, "kissa")).collect();
    let target: Vec<String> = (0..3000).filter(|i| !(500..1400).contains(i)).map(|i| line(i, "gatto")).collect();
    let beads = first(&refs(&source), &refs(&target), &[]);
    assert!(covers(&beads, 3000, 2100));
    let right = confident(&beads, 0.9).iter().filter(|&&(i, j)| i == if j < 500 { j } else { j + 900 }).count();
    assert!(right > 2000, "{right} of 2100 lines");
}

#[test]
fn an_observer_sees_the_share_of_the_work_and_can_end_it() {
    let source: Vec<String> = (0..60).map(|i| line(i, "kissa")).collect();
    let target: Vec<String> = (0..57).map(|i| line(i, "gatto")).collect();
    let (source, target) = (refs(&source), refs(&target));
    let aligner = Aligner::new(&source, &target, &[(20, 20)], &AlignOptions::default()).expect("valid anchors");
    let shares = std::cell::RefCell::new(Vec::new());
    let observe = |share: f64| {
        shares.borrow_mut().push(share);
        true
    };
    assert_eq!(aligner.first_pass_observed(&observe), Some(aligner.first_pass()));
    let shares = shares.into_inner();
    assert!(shares.len() >= 32 && shares.iter().all(|share| (0.0..1.0).contains(share)), "{shares:?}");
    assert!(shares.first() == Some(&0.0) && shares.last().is_some_and(|&last| last > 0.9), "{shares:?}");
    for end in [0.0, 0.5, 0.9] {
        assert_eq!(aligner.first_pass_observed(&|share| share < end), None);
    }
}

fn refs(lines: &[String]) -> Vec<&str> {
    lines.iter().map(String::as_str).collect()
}

#[test]
fn anchors_are_exact_and_checked() {
    let (source, target) = (["a"; 6], ["b"; 9]);
    let beads = first(&source, &target, &[(2, 5), (2, 5), (3, 6)]);
    assert!(covers(&beads, 6, 9));
    for anchor in [(2, 5), (3, 6)] {
        assert!(beads.iter().any(|bead| (bead.source.start, bead.target.start) == anchor));
    }
    let options = AlignOptions::default();
    let error = |anchors: &[(usize, usize)]| Aligner::new(&source, &target, anchors, &options).err().unwrap();
    assert_eq!(error(&[(7, 1)]).index, 0);
    assert_eq!(error(&[(2, 5), (3, 4)]).index, 1);
    assert!(error(&[(2, 5), (3, 4)]).to_string().contains("line 4 of the target"));
}

#[test]
fn texts_without_lines_or_words_are_aligned() {
    assert!(first(&[], &[], &[]).is_empty());
    assert_eq!(ranges(&first(&["a b"], &[], &[])), [(0..1, 0..0)]);
    assert_eq!(ranges(&first(&[], &["a", ""], &[])), [(0..0, 0..1), (0..0, 1..2)]);
    assert!(covers(&first(&vec![""; 3000], &vec![""; 2000], &[]), 3000, 2000));
    assert!(covers(&first(&vec![""; 3000], &["?"], &[]), 3000, 1));
}

#[test]
fn vectors_correct_lines_of_equal_length() {
    // Only the vectors distinguish the lines: 40 directions in 16 dimensions, one line dropped in the middle.
    let mix = |x: u64| (x ^ (x >> 31)).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    let value = |i: usize, d: u64| (mix(mix(i as u64 + 1) ^ d) >> 40) as f32 / 8_388_608.0 - 1.0;
    let vector = |i: usize| (0..16).map(move |d| value(i, d));
    let kept = |i: &usize| *i != 20;
    let (line_s, line_t) = ("xx ".repeat(40), "yy ".repeat(40));
    let (source, target) = (vec![line_s.as_str(); 40], vec![line_t.as_str(); 39]);
    let rows_s: Vec<f32> = (0..40).flat_map(vector).collect();
    let rows_t: Vec<f32> = (0..40).filter(kept).flat_map(vector).collect();
    let vectors = Vectors::new(&rows_s, &rows_t, 16);
    assert!(vectors.distance(3..4, 3..4).unwrap() < 1e-6);
    assert!(vectors.distance(3..4, 9..10).unwrap() > 0.1);
    let aligner = Aligner::new(&source, &target, &[], &AlignOptions::default()).unwrap();
    // Confident pairs at both ends, as a reviewer would give them.
    let pair = |i: usize, j: usize| Bead { source: i..i + 1, target: j..j + 1, score: 1.0 };
    let known: Vec<Bead> = (0..10).map(|i| pair(i, i)).chain((30..40).map(|i| pair(i, i - 1))).collect();
    let beads = aligner.second_pass(&known, &vectors);
    assert!(covers(&beads, 40, 39));
    assert!(ranges(&beads).contains(&(20..21, 20..20)), "{:?}", ranges(&beads));
}

#[test]
fn vectors_without_values_are_no_evidence() {
    let vectors = Vectors::new(&[0.0, 0.0, f32::NAN, 1.0], &[1.0, 0.0], 2);
    assert_eq!(vectors.distance(0..1, 0..1), None);
    assert_eq!(vectors.distance(1..2, 0..1), None);
    assert_eq!(vectors.distance(0..1, 5..6), None);
    assert_eq!(Vectors::new(&[], &[], 0).distance(0..1, 0..1), None);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn any_text_is_covered_alike_in_every_call(source in vec(".{0,12}", 0..9), target in vec("[a-c1-3 ,.]{0,12}", 0..9)) {
        let beads = first(&refs(&source), &refs(&target), &[]);
        prop_assert!(covers(&beads, source.len(), target.len()));
        prop_assert_eq!(&beads, &first(&refs(&source), &refs(&target), &[]));
    }
}
