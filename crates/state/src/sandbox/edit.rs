//! Changes of one point set of a sandbox.

use crate::sandbox::SetEdit;
use wordfield_core::sandbox::{HEAVIEST, MAX_COORDINATE, MOST_POINTS, MOST_SETS, Point, PointSet, Sandbox, Shape, Surface};

/// Number of random points added by one step of the spray tool.
const SPRAYED: usize = 3;
/// Standard deviation of sprayed points, as a multiple of that of [`Shape::Gaussian`].
const SPRAY: f64 = 0.4;

/// Changes a point set of a sandbox; `seed` makes random points reproducible.
pub(super) fn apply(sandbox: &mut Sandbox, set: usize, edit: SetEdit, seed: u64) {
    if edit == SetEdit::Delete {
        return remove_set(sandbox, set);
    }
    let Some(changed) = sandbox.sets.get_mut(set) else { return };
    let room = MOST_POINTS - changed.points.len().min(MOST_POINTS);
    match edit {
        SetEdit::Add(at) => changed.points.extend((room > 0).then(|| Point::new(at))),
        SetEdit::Spray(at) => {
            let around = Shape::Gaussian.points(SPRAYED.min(room), [0.0; 2], seed);
            changed.points.extend(around.iter().map(|p| Point::new([at[0] + SPRAY * p.at[0], at[1] + SPRAY * p.at[1]])));
        }
        SetEdit::Move(point, to) => {
            if let Some(point) = changed.points.get_mut(point) {
                *point = Point { at: to, ..*point }.rounded();
            }
        }
        SetEdit::Shift(by) => {
            let by = [0, 1].map(|axis: usize| within(changed, axis, by[axis]));
            map(changed, |at| [at[0] + by[0], at[1] + by[1]]);
        }
        SetEdit::Stretch(by) => {
            let Some(mean) = changed.mean() else { return };
            map(changed, |at| [0, 1].map(|axis: usize| mean[axis] + by * (at[axis] - mean[axis])));
        }
        SetEdit::Remove(point) => {
            if point < changed.points.len() {
                changed.points.remove(point);
            }
        }
        SetEdit::Erase(at, radius) => {
            changed.points.retain(|point| (point.at[0] - at[0]).hypot(point.at[1] - at[1]) > radius);
        }
        SetEdit::Weight(point, weight) => {
            if let Some(point) = changed.points.get_mut(point) {
                point.weight = weight.clamp(0.05, HEAVIEST);
            }
        }
        SetEdit::Generate(shape, count) => {
            let centre = changed.mean().unwrap_or([0.0; 2]);
            changed.points = shape.points(count.clamp(1, MOST_POINTS), centre, seed);
        }
        SetEdit::Name(name) => changed.name = name,
        SetEdit::Target(target) => changed.target = target.clamp(-1e3, 1e3),
        SetEdit::Delete => {}
    }
}

/// Part of a shift along an axis that keeps the whole set in the plane, so that no shift changes its shape.
fn within(set: &PointSet, axis: usize, by: f64) -> f64 {
    let along = || set.points.iter().map(|point| point.at[axis]);
    by.max(-MAX_COORDINATE - along().fold(MAX_COORDINATE, f64::min)).min(MAX_COORDINATE - along().fold(-MAX_COORDINATE, f64::max))
}

fn map(set: &mut PointSet, to: impl Fn([f64; 2]) -> [f64; 2]) {
    for point in &mut set.points {
        *point = Point { at: to(point.at), ..*point }.rounded();
    }
}

/// Removes a point set unless it is the last, and redirects references to it.
fn remove_set(sandbox: &mut Sandbox, set: usize) {
    if sandbox.sets.len() < 2 || set >= sandbox.sets.len() {
        return;
    }
    sandbox.sets.remove(set);
    let after = |other: usize| if other > set { other - 1 } else { other };
    let last = sandbox.sets.len() - 1;
    sandbox.compared = sandbox.compared.map(|other| after(other).min(last));
    if sandbox.compared[0] == sandbox.compared[1] {
        sandbox.compared = [0, last.min(1)];
    }
    sandbox.surface = match sandbox.surface {
        Surface::Kernel { set: of, .. } if of == set => Surface::None,
        Surface::Kernel { set, point } => Surface::Kernel { set: after(set), point },
        Surface::Mean(of) => Surface::Mean(after(of).min(last)),
        other => other,
    };
}

/// Adds an empty point set with an unused letter as its name, up to the maximum number of sets. Returns its index.
pub(super) fn add_set(sandbox: &mut Sandbox) -> Option<usize> {
    if sandbox.sets.len() >= MOST_SETS {
        return None;
    }
    let name = ('A'..='Z').map(String::from).find(|name| sandbox.sets.iter().all(|set| set.name != *name));
    sandbox.sets.push(PointSet::named(name.unwrap_or_default()));
    Some(sandbox.sets.len() - 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_is_shifted_stretched_and_weighted() {
        let mut sandbox = Sandbox::default();
        let (mean, spread) = (sandbox.sets[0].mean().expect("points"), sandbox.sets[0].spread().expect("points"));
        apply(&mut sandbox, 0, SetEdit::Shift([0.5, -0.25]), 0);
        let moved = sandbox.sets[0].mean().expect("points");
        assert!((moved[0] - mean[0] - 0.5).abs() < 1e-3 && (moved[1] - mean[1] + 0.25).abs() < 1e-3);
        apply(&mut sandbox, 0, SetEdit::Stretch(0.5), 0);
        assert!((sandbox.sets[0].spread().expect("points") - 0.5 * spread).abs() < 2e-3);
        apply(&mut sandbox, 0, SetEdit::Weight(3, 1e9), 0);
        assert!((sandbox.sets[0].points[3].weight - HEAVIEST).abs() < 1e-12);
        assert!(sandbox.checked().is_ok());
    }

    #[test]
    fn a_set_at_the_edge_of_the_plane_keeps_its_shape() {
        let mut sandbox = Sandbox::default();
        let before = sandbox.sets[0].points.clone();
        for by in [[9.0, 0.5], [0.3, -30.0], [-20.0, 20.0]] {
            apply(&mut sandbox, 0, SetEdit::Shift(by), 0);
            let points = &sandbox.sets[0].points;
            for axis in 0..2 {
                let moved = points[0].at[axis] - before[0].at[axis];
                assert!(
                    points.iter().zip(&before).all(|(now, old)| (now.at[axis] - old.at[axis] - moved).abs() < 5e-3),
                    "{by:?}"
                );
            }
            let touches = |axis: usize| points.iter().any(|point| point.at[axis].abs() > MAX_COORDINATE - 1e-9);
            assert!(touches(0) || touches(1), "{by:?}: the set reaches the edge");
        }
    }

    #[test]
    fn points_are_added_up_to_the_limit_and_erased_around_a_place() {
        let mut sandbox = Sandbox::default();
        for step in 0..200 {
            apply(&mut sandbox, 0, SetEdit::Spray([3.9, 3.9]), step);
        }
        assert_eq!(sandbox.sets[0].points.len(), MOST_POINTS);
        apply(&mut sandbox, 0, SetEdit::Add([0.0; 2]), 0);
        assert_eq!(sandbox.sets[0].points.len(), MOST_POINTS);
        apply(&mut sandbox, 0, SetEdit::Erase([3.9, 3.9], 2.0), 0);
        assert_eq!(sandbox.sets[0].points.len(), 30);
        assert!(sandbox.clone().checked().is_ok(), "sprayed points stay in the plane");
        apply(&mut sandbox, 0, SetEdit::Generate(Shape::Ring, 55), 4);
        assert_eq!(sandbox.sets[0].points.len(), 55);
    }

    #[test]
    fn a_removed_set_leaves_valid_references() {
        let mut sandbox = Sandbox::default();
        assert_eq!(add_set(&mut sandbox), Some(2));
        assert_eq!(sandbox.sets[2].name, "C");
        sandbox.compared = [1, 2];
        sandbox.surface = Surface::Kernel { set: 2, point: 0 };
        apply(&mut sandbox, 0, SetEdit::Delete, 0);
        assert_eq!((sandbox.compared, sandbox.surface), ([0, 1], Surface::Kernel { set: 1, point: 0 }));
        apply(&mut sandbox, 1, SetEdit::Delete, 0);
        assert_eq!((sandbox.compared, sandbox.surface), ([0, 0], Surface::None));
        apply(&mut sandbox, 0, SetEdit::Delete, 0);
        assert_eq!(sandbox.sets.len(), 1, "the last set stays");
        assert!(sandbox.checked().is_ok());
    }
}
