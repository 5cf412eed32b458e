//! Tests of verdicts fitted to pairs: moved, copied and stale ones, lines and units.

use std::path::PathBuf;

use proptest::prelude::*;

use super::*;

fn known<'a>(pairs: &'a [(usize, &'a str, [&'a str; 2])]) -> KnownPairs<'a> {
    let pair = |(unit, &(line, id, texts)): (usize, &(usize, &'a str, [&'a str; 2]))| KnownPair { unit, line, id, texts };
    KnownPairs((1..).zip(pairs).map(pair).collect())
}

fn row(row: usize, key: PairKey, verdict: PairVerdict) -> VerdictRow {
    VerdictRow { row, key, review: PairReview { verdict: Some(verdict), ..PairReview::default() } }
}

fn table(rows: Vec<VerdictRow>) -> VerdictTable {
    VerdictTable { path: PathBuf::from("v.tsv"), rows }
}

fn with_texts(unit: usize, texts: [&str; 2]) -> PairKey {
    PairKey { unit: Some(unit), texts: Some(texts.map(str::to_owned)), ..PairKey::default() }
}

#[test]
fn verdicts_follow_their_texts_and_copies_their_ids() {
    let pairs = known(&[(9, "n", ["new", "neu"]), (9, "x", ["a", "b"]), (9, "y", ["a", "b"]), (9, "z", ["c", " d\r\n"])]);
    let rows = vec![
        row(2, with_texts(3, ["c", "d"]), PairVerdict::Rejected),
        row(3, PairKey { id: Some("y".to_owned()), ..with_texts(1, ["a", "b"]) }, PairVerdict::Accepted),
        row(4, with_texts(1, ["a", "b"]), PairVerdict::Rejected),
    ];
    let fitted = table(rows).fitted(&pairs, Stale::Refuse).expect("verdicts").reviews;
    let verdicts: Vec<_> = fitted.into_iter().map(|(pair, review)| (pair, review.verdict.expect("a verdict"))).collect();
    assert_eq!(verdicts, [(1, PairVerdict::Rejected), (2, PairVerdict::Accepted), (3, PairVerdict::Rejected)]);
}

#[test]
fn other_targets_are_found_by_their_texts() {
    let pairs = known(&[(1, "", ["a", "x"]), (2, "", ["b", "y"]), (3, "", ["c", "z"])]);
    let target = |number, text: Option<&str>| Some(TargetKey { number, is_unit: true, text: text.map(str::to_owned) });
    let fit = |key: PairKey| table(vec![row(2, key, PairVerdict::Partner(0))]).fitted(&pairs, Stale::Report).expect("verdicts");
    let moved = fit(PairKey { target: target(7, Some("z")), ..with_texts(5, ["a", ""]) });
    assert_eq!(moved.reviews[&0].verdict, Some(PairVerdict::Partner(2)));
    let own = fit(PairKey { target: target(2, Some("y")), ..with_texts(2, ["b", ""]) });
    assert_eq!(own.reviews[&1].verdict, Some(PairVerdict::Accepted));
    let by_number = fit(PairKey { target: target(3, None), ..with_texts(1, ["a", "x"]) });
    assert_eq!(by_number.reviews[&0].verdict, Some(PairVerdict::Partner(2)));
    let unknown = fit(PairKey { target: target(3, None), ..with_texts(2, ["a", "x"]) });
    assert_eq!(unknown.stale[0].problem, "the target that it names is no pair any more", "the pair has moved");
}

#[test]
fn stale_verdicts_are_listed_and_refused_unless_they_are_ignored() {
    let pairs = known(&[(1, "i", ["a", "x"]), (2, "", ["b", "y"])]);
    let named = |unit, id: &str| PairKey { unit: Some(unit), id: Some(id.to_owned()), ..PairKey::default() };
    let rows = vec![
        row(2, with_texts(1, ["a", "edited"]), PairVerdict::Rejected),
        row(3, with_texts(8, ["gone", "weg"]), PairVerdict::Rejected),
        row(4, named(1, "j"), PairVerdict::Rejected),
        row(5, named(9, ""), PairVerdict::Rejected),
        row(6, named(2, ""), PairVerdict::Accepted),
    ];
    let table = table(rows);
    let refused = table.fitted(&pairs, Stale::Refuse).unwrap_err().to_string();
    let listed = "v.tsv: 4 of the verdicts fit no pair (row 2: unit 1 has other texts now; row 3: no pair has the texts of unit 8 any more; \
                  row 4: unit 1 has another id now; row 5: unit 9 is no pair): review these pairs again";
    assert!(refused.starts_with(listed) && refused.contains("--stale ignore"), "{refused}");
    let fitted = table.fitted(&pairs, Stale::Ignore).expect("verdicts");
    assert_eq!((fitted.reviews.keys().copied().collect::<Vec<_>>(), fitted.stale.len()), (vec![1], 4));
}

#[test]
fn a_line_names_a_pair_only_where_units_are_lines() {
    let line = |line| PairKey { line: Some(line), ..PairKey::default() };
    let lines = known(&[(1, "", ["a", "x"]), (2, "", ["b", "y"])]);
    let by_line = |pairs: &KnownPairs<'_>| table(vec![row(2, line(2), PairVerdict::Rejected)]).fitted(pairs, Stale::Refuse);
    assert_eq!(by_line(&lines).expect("verdicts").reviews.keys().copied().collect::<Vec<_>>(), [1]);
    let units = known(&[(2, "", ["a", "x"]), (9, "", ["b", "y"])]);
    let message = by_line(&units).unwrap_err().to_string();
    assert!(message.contains("v.tsv:2: line 2 can be unit 2 of the file or unit 1 in that line"), "{message}");
    let twice = vec![row(2, line(1), PairVerdict::Rejected), row(9, line(1), PairVerdict::Rejected)];
    assert!(table(twice).fitted(&lines, Stale::Refuse).unwrap_err().to_string().contains(":9: line 1 is judged twice"));
    let twice = [2, 9].map(|row_number| row(row_number, with_texts(1, ["a", "x"]), PairVerdict::Rejected)).to_vec();
    assert!(table(twice).fitted(&units, Stale::Refuse).unwrap_err().to_string().contains(":9: unit 1 is judged twice"));
}

proptest! {
    #[test]
    fn moved_and_inserted_pairs_keep_their_verdicts(order in Just((0..12_usize).collect::<Vec<_>>()).prop_shuffle(), new in 0..5_usize, verdicts in prop::collection::vec(any::<bool>(), 12)) {
        let texts: Vec<String> = (0..12).map(|pair| format!("text {pair}")).collect();
        let verdict = |pair: usize| if verdicts[pair] { PairVerdict::Accepted } else { PairVerdict::Rejected };
        let rows = (0..12).map(|pair| row(2 + pair, with_texts(pair + 1, [&texts[pair], &texts[pair]]), verdict(pair)));
        let inserted = std::iter::repeat_n("new", new).map(|text| (0, "", [text, text]));
        let now: Vec<(usize, &str, [&str; 2])> = inserted.chain(order.iter().map(|&pair| (0, "", [texts[pair].as_str(); 2]))).collect();
        let fitted = table(rows.collect()).fitted(&known(&now), Stale::Refuse).expect("verdicts");
        prop_assert_eq!(fitted.reviews.len(), 12);
        for (place, &pair) in order.iter().enumerate() {
            prop_assert_eq!(fitted.reviews[&(place + new)].verdict, Some(verdict(pair)));
        }
    }
}
