//! Images: documents read as rows of numbers, where `k²` numbers are `k × k` pixels, and `2k²` are `k × 2k`, half of an image.
//!
//! Cost: a pass over the names of the columns, none for texts. Memory: the image.

use ndarray::Array2;

use crate::corpus::Corpus;

/// Minimum height of an image in pixels.
const LEAST: usize = 4;

/// Index of the image column that a word such as `x01` names, from 0.
fn column(word: &str) -> Option<usize> {
    word.strip_prefix('x')?.parse::<usize>().ok()?.checked_sub(1)
}

/// Height and width of an image with the given number of pixels.
fn shape(pixels: usize) -> Option<(usize, usize)> {
    let (square, half) = (pixels.isqrt(), (pixels / 2).isqrt());
    let shapes = [(square, square), (half, 2 * half)];
    shapes.into_iter().find(|(height, width)| *height >= LEAST && height * width == pixels)
}

impl Corpus {
    /// Pixel values of a document (height × width); `None` for texts, and for rows of another length.
    /// A column that is 0 in every document counts if a later column is non-zero in some document.
    pub fn image(&self, document: usize) -> Option<Array2<f64>> {
        // Documents of text return early, before a pass over their words.
        column(self.lexicon.first()?)?;
        // Names of columns ascend within each side, source and target.
        let border = self.lexicon.windows(2).position(|names| names[0] >= names[1]).map_or(self.lexicon.len(), |last| last + 1);
        let (source, target) = self.lexicon.split_at(border);
        let names = if self.task.pairs().is_some() && self.labels.get(document) == Some(&1) { target } else { source };
        let columns = names.iter().map(|name| column(name)).collect::<Option<Vec<usize>>>()?;
        let (height, width) = shape(columns.last()? + 1)?;
        let mut image = Array2::zeros((height, width));
        for (word, value) in self.counts.entries(document) {
            let pixel = column(&self.lexicon[word])?;
            *image.get_mut((pixel / width, pixel % width))? = value;
        }
        Some(image)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::corpus::{Builtin, Cancel, ReadOptions, TextOptions, builtin, read, read_pairs};

    #[test]
    fn rows_of_as_many_numbers_as_an_image_has_pixels_are_images() {
        let place = tempfile::tempdir().expect("a folder");
        let file = |name: &str, labels: [&str; 3], rows: &[Vec<f64>]| {
            let line = |row: &Vec<f64>| row.iter().map(f64::to_string).collect::<Vec<_>>().join(" ");
            let text: Vec<String> = labels.iter().zip(rows).map(|(label, row)| format!("{label}{}\n", line(row))).collect();
            std::fs::write(place.path().join(name), text.concat()).expect("a file");
            place.path().join(name)
        };
        let rows = |columns: usize, scale: f64| -> Vec<Vec<f64>> {
            (0..3).map(|i| (0..columns).map(|j| scale * (i * columns + j) as f64 - 0.5).collect()).collect()
        };
        let cancel = Cancel::default();
        let (upper, lower) = (rows(32, 1.0), rows(16, -2.0));
        let [source, target] = [("a.txt", &upper), ("b.txt", &lower)].map(|(name, rows)| file(name, [""; 3], rows));
        let raw = read_pairs(&source, &target, &ReadOptions::default(), &cancel).expect("pairs");
        let corpus = Corpus::build(raw, &TextOptions::default()).expect("a corpus");
        for (document, (rows, width)) in [(1, (&upper, 8)), (4, (&lower, 4))] {
            let image = corpus.image(document).expect("an image");
            assert_eq!((image.ncols(), image.into_iter().collect::<Vec<_>>()), (width, rows[1].clone()));
        }
        let classes = file("c.txt", ["one\t", "two\t", "one\t"], &rows(17, 1.0));
        let raw = read(&[classes], &ReadOptions::default(), &cancel).expect("classes");
        assert!(Corpus::build(raw, &TextOptions::default()).expect("a corpus").image(0).is_none(), "17 are no image");
        assert!(builtin(Builtin::Topics).image(0).is_none(), "texts are none");
    }
}
