//! The test of two samples keeps its level and sees a shift, under several kernels.

#[path = "common/samples.rs"]
mod samples;

use samples::{found, kernels};

#[test]
fn false_alarms_are_as_rare_as_the_level_says() {
    for (name, ldk) in kernels() {
        let alarms = found(ldk, 0.0, 500);
        // 25 are expected of 500; fewer than 9 or more than 41 come by chance once in a thousand times.
        assert!((9..=41).contains(&alarms), "{name}: {alarms} of 500");
    }
}

#[test]
fn a_shift_is_seen_the_more_often_the_larger_it_is() {
    for (name, ldk) in kernels() {
        let [small, large] = [0.05, 0.3].map(|shift| found(ldk, shift, 50));
        assert!(large > 45 && small < large, "{name}: {small} and {large} of 50");
    }
}
