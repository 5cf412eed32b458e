//! Tick marks of a plot axis at round numbers: the powers of ten of `egui_plot` often leave only one visible.

use egui_plot::GridMark;

/// About four tick marks at 1, 2 or 5 times a power of ten.
pub(crate) fn about_four((low, high): (f64, f64)) -> Vec<GridMark> {
    let least = (high - low) / 5.0;
    let power = 10_f64.powf(least.log10().floor());
    let step = [1.0, 2.0, 5.0, 10.0].into_iter().map(|times| times * power).find(|&step| step >= least);
    step.map_or_else(Vec::new, |step| marks((low, high), step))
}

/// At least three tick marks, at multiples of the largest round number with three multiples within the bounds.
pub(crate) fn at_least_three((low, high): (f64, f64)) -> Vec<GridMark> {
    let power = 10_f64.powf((high - low).log10().floor());
    let steps = [power, 0.1 * power].into_iter().flat_map(|power| [8.0, 6.0, 5.0, 4.0, 3.0, 2.0, 1.0].map(|times| times * power));
    steps.map(|step| marks((low, high), step)).find(|marks| marks.len() >= 3).unwrap_or_default()
}

/// Tick marks at the multiples of a step within the bounds; none if the step is not positive and finite.
fn marks((low, high): (f64, f64), step_size: f64) -> Vec<GridMark> {
    if !(step_size.is_finite() && step_size > 0.0) {
        return Vec::new();
    }
    let first = (low / step_size).ceil();
    let mark = |k: u32| GridMark { value: (first + f64::from(k)) * step_size, step_size };
    (0..10).map(mark).take_while(|mark| mark.value <= high).collect()
}

/// Label of a tick mark, with as many digits as its step needs.
pub(crate) fn text(mark: GridMark) -> String {
    let digits = (-mark.step_size.log10()).ceil().max(0.0) as usize;
    if digits > 5 || mark.value.abs() >= 1e6 { format!("{:.1e}", mark.value) } else { format!("{:.digits$}", mark.value) }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn any_range_has_a_few_round_marks() {
        let ranges = [
            (0.6, 1.36),
            (330.0, 390.0),
            (0.9991, 1.0),
            (-3e6, 5e7),
            (0.0, 1e-9),
            (-0.05, 1.16),
            (-2.1e-4, 5.9e-4),
            (-0.01, 0.99),
        ];
        for bounds in ranges {
            for (marks, least) in [(about_four(bounds), 2), (at_least_three(bounds), 3)] {
                assert!((least..=6).contains(&marks.len()), "{bounds:?}: {marks:?}");
                assert!(marks.iter().all(|mark| (bounds.0..=bounds.1).contains(&mark.value)));
                let texts: HashSet<String> = marks.iter().map(|&mark| text(mark)).collect();
                assert_eq!(texts.len(), marks.len(), "{texts:?}");
                assert!(!texts.iter().any(|text| text.starts_with("-0") && !text.contains(|c: char| ('1'..='9').contains(&c))));
            }
        }
        for bounds in [(1.0, 1.0), (2.0, 1.0), (f64::NAN, 1.0), (0.0, f64::INFINITY)] {
            assert!(about_four(bounds).is_empty() && at_least_three(bounds).is_empty(), "{bounds:?}");
        }
    }
}
