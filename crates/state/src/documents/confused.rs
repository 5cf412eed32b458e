//! Order of classes in which confused classes are adjacent.
//!
//! Cost: quadratic in the number of classes, for the order of confused classes.

use ndarray::Array2;

/// Orders classes in a chain.
/// The chain starts with the most confused pair and grows at either end by the class most confused with that end.
/// Classes without confusion come last in their original order.
pub fn confused_order(matrix: &Array2<usize>) -> Vec<usize> {
    let classes = matrix.nrows();
    let between = |a: usize, b: usize| if a == b { 0 } else { matrix[[a, b]] + matrix[[b, a]] };
    let mut left: Vec<usize> = (0..classes).collect();
    let mut order: Vec<usize> = Vec::with_capacity(classes);
    while !left.is_empty() {
        let ends = [order.first().copied(), order.last().copied()];
        let best = |end: Option<usize>| {
            let end = end?;
            // The first of equally confused classes.
            left.iter().map(|&class| (between(end, class), class)).rev().max_by_key(|&(count, _)| count).filter(|best| best.0 > 0)
        };
        match (best(ends[0]), best(ends[1])) {
            (None, None) => {
                let pairs = left.iter().flat_map(|&a| left.iter().map(move |&b| (between(a, b), a, b)));
                // Among equally confused pairs of classes the earlier comes first.
                let most = pairs.fold((0, 0, 0), |most, pair| if pair.0 > most.0 { pair } else { most });
                if most.0 == 0 {
                    order.append(&mut left);
                } else {
                    order.push(most.1);
                    order.push(most.2);
                }
            }
            (Some((before, class)), behind) if behind.is_none_or(|(count, _)| before > count) => order.insert(0, class),
            (_, Some((_, class))) => order.push(class),
            (Some((_, class)), None) => order.insert(0, class),
        }
        left.retain(|class| !order.contains(class));
    }
    order
}

#[cfg(test)]
mod tests {
    use ndarray::array;

    use super::*;

    #[test]
    fn confused_classes_are_side_by_side_and_none_is_missing() {
        let matrix = array![[9, 0, 0, 1, 0], [0, 9, 0, 0, 0], [0, 0, 9, 5, 0], [0, 0, 2, 9, 0], [0, 0, 0, 0, 9]];
        assert_eq!(confused_order(&matrix), [2, 3, 0, 1, 4]);
        assert_eq!(confused_order(&Array2::from_diag_elem(3, 4)), [0, 1, 2]);
        assert_eq!(confused_order(&Array2::zeros((0, 0))), [0; 0]);
        let two = array![[1, 3, 0, 0], [0, 1, 0, 0], [0, 0, 1, 9], [0, 0, 0, 1]];
        assert_eq!(confused_order(&two), [2, 3, 0, 1]);
    }
}
