//! Texts on paired tests between the runs of a sweep.

use std::collections::BTreeMap;

use wordfield_core::experiment::{Compared, Comparison};
use wordfield_core::model::Metric;

/// Name of a model with the values of the compared axes, as in `smm, train 200`.
pub(super) fn name(model: &str, setting: &BTreeMap<String, String>) -> String {
    let values = setting.iter().map(|(key, value)| format!("{key} {value}"));
    [model.to_owned()].into_iter().chain(values).collect::<Vec<_>>().join(", ")
}

/// Text of a comparison on one line: the difference and its test.
pub(super) fn line(metric: Metric, found: &Comparison) -> String {
    let of = |side: &Compared| name(&side.model, &side.setting);
    let (first, second) = (of(&found.first), of(&found.second));
    let difference = match metric {
        Metric::Rmse => format!("{:+.3}", found.difference),
        Metric::Accuracy | Metric::Precision => format!("{:+.1} points", 100.0 * found.difference),
    };
    let test = match (&found.corrected_t, &found.mcnemar[..], found.seeds.len()) {
        (Some(test), _, seeds) => {
            format!(", corrected t {:.2} with {} degrees of freedom, p = {:.4} ({seeds} seeds)", test.t, test.degrees, test.p)
        }
        (None, [test], 1) => format!(
            ", exact McNemar p = {:.4} ({} test documents right by the second alone, {} by the first alone)",
            test.p, test.only_second, test.only_first
        ),
        (None, _, 1) => "; no test of one seed: give --seeds".to_owned(),
        (None, _, seeds) => format!("; no test: the difference is the same with all {seeds} seeds"),
    };
    format!("{second} against {first}: test {} {difference}{test}", metric.name())
}
