//! Levels or ranges of a rating, which serve as classes of documents with ratings.
//!
//! Cost: a sort of the ratings. Memory: one level for each document.

/// Maximum number of distinct ratings that are each a separate level.
const LEVELS: usize = 10;
/// Number of ranges into which ratings are divided if they have more distinct values than levels.
const RATING_RANGES: usize = 6;

/// Names of the rating levels in ascending order, and each rating's level (n).
///
/// Up to ten distinct values are a level each; more are divided into up to six ranges of about equally many documents.
pub(crate) fn levels(ratings: &[f64]) -> (Vec<String>, Vec<usize>) {
    let mut sorted = ratings.to_vec();
    sorted.sort_by(f64::total_cmp);
    let mut distinct = sorted.clone();
    distinct.dedup();
    if distinct.len() <= LEVELS {
        let labels = ratings.iter().map(|rating| distinct.partition_point(|level| level < rating)).collect();
        return (distinct.iter().map(ToString::to_string).collect(), labels);
    }
    // First value of each range of ratings; equal ratings stay together.
    let mut firsts: Vec<f64> = (0..RATING_RANGES).map(|range| sorted[range * sorted.len() / RATING_RANGES]).collect();
    firsts.dedup();
    let labels = ratings.iter().map(|rating| firsts.partition_point(|first| first <= rating) - 1).collect();
    let name = |range: usize| {
        let from = sorted.partition_point(|rating| *rating < firsts[range]);
        let to = firsts.get(range + 1).map_or(sorted.len(), |next| sorted.partition_point(|rating| rating < next));
        (sorted[from], sorted[to - 1])
    };
    let bounds: Vec<(f64, f64)> = (0..firsts.len()).map(name).collect();
    let names = |digits| bounds.iter().map(|&(low, high)| span(&short(low, digits), &short(high, digits))).collect::<Vec<_>>();
    // Names of ranges have the fewest digits that distinguish them.
    let found = (3..17).map(names).find(|names| (1..names.len()).all(|i| names[i] != names[i - 1]));
    (found.unwrap_or_else(|| names(17)), labels)
}

fn span(low: &str, high: &str) -> String {
    if low == high { low.to_owned() } else { format!("{low} to {high}") }
}

/// Formats a number with `digits` significant digits, without trailing zeros.
fn short(number: f64, digits: usize) -> String {
    format!("{number:.*e}", digits - 1).parse::<f64>().unwrap_or(number).to_string()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn few_values_are_levels_in_the_order_of_numbers() {
        let (names, labels) = levels(&[10.0, 2.0, 2.5, 10.0, -1.0]);
        assert_eq!(names, ["-1", "2", "2.5", "10"]);
        assert_eq!(labels, [3, 1, 2, 3, 0]);
        assert_eq!(levels(&[4.0, 4.0]), (vec!["4".to_owned()], vec![0, 0]));
    }

    #[test]
    fn many_values_are_six_ranges() {
        let ratings: Vec<f64> = (1..=24).map(f64::from).collect();
        let (names, labels) = levels(&ratings);
        assert_eq!(names, ["1 to 4", "5 to 8", "9 to 12", "13 to 16", "17 to 20", "21 to 24"]);
        assert_eq!(labels.iter().filter(|&&label| label == 2).count(), 4);
        let close: Vec<f64> = (0..24).map(|i| 5.0 + f64::from(i) * 1e-6).collect();
        let (names, _) = levels(&close);
        assert!(names.windows(2).all(|pair| pair[0] != pair[1]), "{names:?}");
    }

    proptest! {
        #[test]
        fn higher_ratings_are_never_in_a_lower_level(ratings in prop::collection::vec(-50.0..50.0_f64, 1..60), few: bool) {
            let ratings: Vec<f64> = ratings.into_iter().map(|rating| if few { (rating / 20.0).round() } else { rating }).collect();
            let (names, labels) = levels(&ratings);
            prop_assert!(names.len() <= LEVELS && labels.iter().all(|&label| label < names.len()));
            prop_assert!((0..names.len()).all(|level| labels.contains(&level)), "a level without a document");
            for (i, a) in ratings.iter().enumerate() {
                for (j, b) in ratings.iter().enumerate() {
                    prop_assert!(a > b || labels[i] <= labels[j]);
                }
            }
        }
    }
}
