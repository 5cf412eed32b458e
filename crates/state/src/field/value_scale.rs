//! Value scale: maps the values of a picture to colours.
//!
//! By default a scale has the range of possible values, so that a strong colour is a strong difference.
//! A rescaled scale ends at the largest value shown; [`ValueScale::note`] states the factor by which its colours are stronger.

/// Minimum difference between the ends of a value scale.
const LEAST: f32 = 1e-12;
/// Factor of the colours below which rescaling is not offered.
const OFFERED: f32 = 1.25;
/// Relative range below which values count as equal and are not rescaled, because of rounding errors.
const EQUAL_STRETCH: f32 = 1e4;

/// Value scale of a colour bar: values at its ends and in its middle.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ValueScale {
    /// Value of the strongest colour on the low side, or of the weakest colour.
    pub low: f32,
    /// Value without colour on a scale with two sides, otherwise the mean of the ends.
    pub middle: f32,
    /// Value of the strongest colour on the high side.
    pub high: f32,
    /// Range of possible values divided by the range of shown values: the factor of rescaling; at least 1.
    pub stretch: f32,
    /// Whether the scale is rescaled to the range of the shown values.
    pub rescaled: bool,
}

impl ValueScale {
    /// Creates a colour scale with two sides around `middle`.
    /// `possible` is the range of possible values, `None` if it is not bounded.
    /// `farthest` is the largest distance of a shown value from the middle.
    pub fn two_sided(possible: Option<[f32; 2]>, middle: f32, farthest: f32, rescaled: bool) -> Self {
        // A constant field shows the middle colour only.
        let farthest = farthest.max(LEAST).max(1e-5 * middle.abs());
        let [below, above] =
            possible.map_or([farthest; 2], |[low, high]| [middle - low, high - middle].map(|side| side.max(LEAST)));
        let stretch = (below.max(above) / farthest).max(1.0);
        let rescaled = rescaled && stretch < EQUAL_STRETCH;
        let [below, above] = if rescaled { [below.min(farthest), above.min(farthest)] } else { [below, above] };
        Self { low: middle - below, middle, high: middle + above, stretch, rescaled }
    }

    /// Creates a scale from the weakest to the strongest colour.
    /// `possible`: the range of possible values, widened to the `shown` ones; `None` if it is not bounded.
    pub fn one_sided(possible: Option<[f32; 2]>, shown: [f32; 2], rescaled: bool) -> Self {
        let shown = [shown[0], shown[1].max(shown[0] + LEAST.max(1e-6 * shown[0].abs()))];
        let possible = possible.map_or(shown, |[low, high]| [low.min(shown[0]), high.max(shown[1])]);
        let stretch = ((possible[1] - possible[0]) / (shown[1] - shown[0])).max(1.0);
        let rescaled = rescaled && stretch < EQUAL_STRETCH;
        let [low, high] = if rescaled { shown } else { possible };
        Self { low, middle: 0.5 * (low + high), high, stretch, rescaled }
    }

    /// Position of a value on a diverging colour scale: -1 at the low end, 0 in the middle, 1 at the high end.
    pub fn place(&self, distance: f32) -> f32 {
        let side = if distance < 0.0 { self.middle - self.low } else { self.high - self.middle };
        (distance / side.max(LEAST)).clamp(-1.0, 1.0)
    }

    /// Position of a value on the colour scale between the low end (0) and the high end (1).
    pub fn share(&self, value: f32) -> f32 {
        ((value - self.low) / (self.high - self.low).max(LEAST)).clamp(0.0, 1.0)
    }

    /// Whether rescaling the colours changes the picture.
    pub fn is_rescalable(&self) -> bool {
        (OFFERED..EQUAL_STRETCH).contains(&self.stretch)
    }

    /// Note at the colour bar of a rescaled picture, as in "rescaled ×12"; `None` if colours have the range of possible values.
    pub fn note(&self) -> Option<String> {
        (self.rescaled && self.is_rescalable()).then(|| format!("rescaled {}", self.factor()))
    }

    /// Factor by which the colours are rescaled, as in "×12".
    pub fn factor(&self) -> String {
        let digits = usize::from(self.stretch < 9.95);
        format!("×{:.digits$}", self.stretch)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_small_difference_is_pale_unless_rescaled_and_then_says_so() {
        for (farthest, factor) in [(0.5, "×2.0"), (0.08, "×12"), (0.005, "×200")] {
            let fixed = ValueScale::two_sided(Some([-1.0, 1.0]), 0.0, farthest, false);
            assert_eq!((fixed.low, fixed.high, fixed.note()), (-1.0, 1.0, None));
            assert!((fixed.place(farthest) - farthest).abs() < 1e-6 && fixed.is_rescalable());
            let rescaled = ValueScale::two_sided(Some([-1.0, 1.0]), 0.0, farthest, true);
            assert!((rescaled.place(-farthest) + 1.0).abs() < 1e-6);
            assert_eq!(rescaled.note(), Some(format!("rescaled {factor}")));
        }
    }

    #[test]
    fn a_scale_ends_at_the_shown_values_where_nothing_bounds_them() {
        let signed = ValueScale::two_sided(None, 0.0, 3.0, false);
        assert_eq!((signed.low, signed.high, signed.is_rescalable(), signed.note()), (-3.0, 3.0, false, None));
        let one = ValueScale::one_sided(None, [0.25, 0.75], false);
        assert_eq!((one.share(0.25), one.share(0.5), one.share(0.75), one.share(9.0)), (0.0, 0.5, 1.0, 1.0));
        // Values beyond the possible ones widen a scale with one side.
        assert_eq!(ValueScale::one_sided(Some([0.0, 1.0]), [0.25, 1.5], false).high.to_bits(), 1.5_f32.to_bits());
    }

    #[test]
    fn ends_at_unequal_distances_and_constant_values_have_finite_places() {
        let rating = ValueScale::two_sided(Some([1.0, 5.0]), 4.0, 0.5, false);
        assert_eq!((rating.place(-3.0), rating.place(0.0), rating.place(1.0)), (-1.0, 0.0, 1.0));
        let constant = ValueScale::one_sided(Some([0.0, 1.0]), [0.5, 0.5], true);
        assert!(constant.share(0.5).is_finite() && constant.stretch.is_finite());
        // Rounding errors of a constant field keep the middle colour.
        let noise = ValueScale::two_sided(Some([1.0, 5.0]), 4.0, 3e-5, true);
        assert!(noise.place(3e-5).abs() < 1e-4 && !noise.is_rescalable() && noise.note().is_none());
        assert!(ValueScale::two_sided(None, 7.0, 0.0, true).place(0.0).abs() < 1e-6);
    }
}
