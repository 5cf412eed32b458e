//! Statistics of the window's numbers: tests and distributions.

/// χ² of a word occurring `hits` times in a class, `total` times in all, the class being `size` of `all` words long.
pub fn chi_squared(hits: f64, total: f64, size: f64, all: f64) -> f64 {
    let determinant = hits * (all - total - size + hits) - (total - hits) * (size - hits);
    let denominator = total * size * (all - total) * (all - size);
    if denominator > 0.0 { all * determinant * determinant / denominator } else { 0.0 }
}

/// The mass of a standard normal within `reach` of its middle, to 2e-7 (Abramowitz and Stegun 7.1.26).
pub fn within_normal(reach: f64) -> f64 {
    let x = reach / std::f64::consts::SQRT_2;
    let t = 1.0 / (1.0 + 0.327_591_1 * x);
    let series = t * (0.254_829_592 + t * (-0.284_496_736 + t * (1.421_413_741 + t * (-1.453_152_027 + t * 1.061_405_429))));
    1.0 - series * (-x * x).exp()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chi_squared_is_that_of_the_two_by_two_table() {
        // Hits and misses in and outside a class: 20 of 30 against 10 of 70.
        assert!((chi_squared(20.0, 30.0, 30.0, 100.0) - 27.437_6).abs() < 1e-3);
        assert!(chi_squared(9.0, 30.0, 30.0, 100.0).abs() < 1e-12, "as often as anywhere");
        assert!(chi_squared(0.0, 0.0, 30.0, 100.0).abs() < 1e-12, "a word that never occurs");
    }

    #[test]
    fn normal_masses_are_those_of_tables() {
        for (reach, mass) in [(0.0, 0.0), (1.0, 0.682_689), (1.959_964, 0.95), (3.0, 0.997_300)] {
            assert!((within_normal(reach) - mass).abs() < 1e-6, "{reach}");
        }
    }
}
