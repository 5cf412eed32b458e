//! Units of scores: shares are shown in percent, all other scores on their own scale.

use wordfield_core::study::{LEVEL, Row};

/// Names of scores that are not shares and are shown on their own scale.
const NON_SHARE_SCORES: [&str; 7] = ["rmse", "rmse_standardised", "mae", "mse", "nlpd", "log_loss", "spearman"];

/// Whether a score is a share, shown in percent.
pub(super) fn is_share(metric: &str) -> bool {
    !metric.split('.').any(|part| NON_SHARE_SCORES.contains(&part))
}

/// Name of a score with its unit, as in `test accuracy, %`.
pub(super) fn title(metric: &str) -> String {
    let name = Row::score_name(metric);
    if is_share(metric) { format!("{name}, %") } else { name }
}

/// Text of a score's value in its unit.
pub(super) fn number(metric: &str, value: f64) -> String {
    if is_share(metric) { format!("{:.1}", 100.0 * value) } else { format!("{value:.3}") }
}

/// Text of the difference between two scores, in their unit and with sign.
pub(super) fn difference(metric: &str, value: f64) -> String {
    if is_share(metric) { format!("{:+.1}", 100.0 * value) } else { format!("{value:+.3}") }
}

/// Mean and standard deviation of a row as text, and the number of runs if some are missing; a dash without runs.
pub(super) fn spread(row: &Row, plus_minus: &str) -> String {
    let Some(mean) = row.mean else { return "–".to_owned() };
    let sd = row.sd.map_or_else(String::new, |sd| format!(" {plus_minus} {}", number(&row.metric, sd)));
    let (runs, seeds) = (row.finished(), row.seeds.len());
    let of = if runs < seeds { format!(" ({runs} of {seeds})") } else { String::new() };
    format!("{}{sd}{of}", number(&row.metric, mean))
}

/// Whether a study row differs significantly from the best one by the corrected t-test, and by the test over documents and splits.
pub(super) fn differs(row: &Row) -> [bool; 2] {
    let adjusted =
        row.against_best.as_ref().map_or([None; 2], |against| [against.p_holm, against.crossed.map(|test| test.p_holm)]);
    adjusted.map(|p| p.is_some_and(|p| p <= LEVEL))
}

#[cfg(test)]
mod tests {
    use super::number;

    #[test]
    fn shares_are_in_percent_and_errors_on_their_own_scale() {
        for (metric, expected) in [
            ("accuracy", "80.4"),
            ("coverage95", "80.4"),
            ("rmse_standardised", "0.804"),
            ("nlpd", "0.804"),
            ("precision.source_to_target.1", "80.4"),
        ] {
            assert_eq!(number(metric, 0.804), expected, "{metric}");
        }
    }
}
