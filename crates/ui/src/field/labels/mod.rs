//! Word labels of the word field: choice and order of the labelled words, and drawing of labels.
//!
//! Words are ranked by how characteristic they are, alternating between the classes, so that every class is labelled.
//! Words with a label in the last frame are preferred, which prevents flicker. Dense regions require larger margins.
//! Cost: about 0.5 ms a frame for 60 labels; memory: 4 bytes a word.

pub(super) mod caption;
pub(super) mod class_names;
pub(super) mod colour_bar;
pub(super) mod layout;
pub(super) mod legend;
pub(super) mod print_legend;

use std::{collections::HashMap, sync::Arc};

use egui::{Color32, Context, FontId, Galley, Pos2, Rect, Shape, Vec2, vec2};

use crate::field::labels::layout::{Candidate, Side, place};

/// Number of word labels at magnification 1.
const LABELS_UNZOOMED: f32 = 52.0;
/// Maximum number of word labels at any magnification.
const MAX_LABELS: f32 = 400.0;
/// Side in points of the squares in which word density is measured.
const DENSITY_CELL: f32 = 40.0;

/// Word indices by label priority: each group's first, then each group's second, and so on; words without a group last.
pub fn rank(priority: &[f32], group: &[Option<usize>]) -> Vec<u32> {
    let mut by_priority: Vec<u32> = (0..priority.len() as u32).collect();
    by_priority.sort_by(|a, b| priority[*b as usize].total_cmp(&priority[*a as usize]));
    let mut seen: HashMap<usize, u32> = HashMap::new();
    let mut turns: Vec<(u32, u32)> = by_priority
        .into_iter()
        .map(|word| {
            let Some(group) = group.get(word as usize).copied().flatten() else { return (u32::MAX, word) };
            let turn = seen.entry(group).or_insert(0);
            *turn += 1;
            (*turn, word)
        })
        .collect();
    turns.sort_by_key(|(turn, _)| *turn);
    turns.into_iter().map(|(_, word)| word).collect()
}

/// Inputs for the word labels of one frame.
pub struct LabelFrame<'a> {
    /// Rectangle of the picture in which words are labelled.
    pub area: Rect,
    /// Rectangles that labels must keep free.
    pub blocked: &'a [Rect],
    /// Screen positions of all words.
    pub at: &'a [Pos2],
    /// Texts of all words.
    pub words: &'a [String],
    /// Word indices by label priority, as [`rank`] orders them.
    pub ranked: &'a [u32],
    /// Magnification of the view relative to the fit.
    pub zoom: f32,
    /// Words that are always labelled, before others.
    pub forced: &'a [usize],
    /// Words that are labelled before others if their labels fit.
    pub preferred: &'a [usize],
    /// Distance between words and labels, in points.
    pub gap: f32,
    /// Text size of the labels, in points.
    pub text: f32,
    /// Background colour, for the halo around labels.
    pub background: Color32,
    /// In space, each word's depth and the maximum depth of labelled words; empty in the plane.
    pub depths: (&'a [f32], f32),
    /// Whether a field is drawn behind the labels, which requires a stronger halo.
    pub field: bool,
}

/// Word labels of the last frame.
#[derive(Default)]
pub struct Labels {
    placed: HashMap<usize, (Side, Rect)>,
}

impl Labels {
    /// Word whose label lies under the pointer.
    pub fn under(&self, pointer: Pos2) -> Option<usize> {
        self.placed.iter().find(|(_, (_, rect))| rect.contains(pointer)).map(|(word, _)| *word)
    }

    /// Lays out the labels of this frame and draws them into `shapes`.
    /// `paint` returns a word's colour and whether the word is dimmed; dimmed words are labelled last.
    pub fn draw(
        &mut self,
        ctx: &Context,
        frame: &LabelFrame<'_>,
        paint: impl Fn(usize) -> (Color32, bool),
        shapes: &mut Vec<Shape>,
    ) {
        let budget = (LABELS_UNZOOMED * frame.zoom.max(0.3)).min(MAX_LABELS) as usize;
        let chosen = self.choose(frame, 2 * budget + 80, |word| paint(word).1);
        let crowd = WordDensity::new(frame);
        let mut candidates = Vec::with_capacity(chosen.len());
        let mut texts: Vec<Arc<Galley>> = Vec::with_capacity(chosen.len());
        ctx.fonts_mut(|fonts| {
            for (order, &word) in chosen.iter().enumerate() {
                let forced = frame.forced.contains(&word);
                let larger = if forced { 1.2 } else { 1.12 - 0.12 * (order as f32 / LABELS_UNZOOMED).min(1.0) };
                let font = FontId::proportional((frame.text * larger * 2.0).round() / 2.0);
                let galley = fonts.layout_no_wrap(frame.words[word].clone(), font, Color32::PLACEHOLDER);
                candidates.push(Candidate {
                    word,
                    at: frame.at[word],
                    size: galley.size(),
                    gap: frame.gap,
                    margin: 1.0 + 10.0 * crowd.share(frame.at[word]),
                    last: self.placed.get(&word).map(|(side, _)| *side),
                    forced,
                });
                texts.push(galley);
            }
        });
        let placed = place(frame.area, frame.blocked, &candidates, budget);
        self.placed = placed.iter().map(|label| (candidates[label.candidate].word, (label.side, label.rect))).collect();
        // Labels are drawn in reverse order, so that the most important ones are on top.
        for label in placed.iter().rev() {
            let (color, dimmed) = paint(candidates[label.candidate].word);
            let rim = frame.background.gamma_multiply(match (frame.field, dimmed) {
                (true, false) => 0.85,
                (true, true) => 0.5,
                (false, false) => 0.75,
                (false, true) => 0.25,
            });
            with_halo(shapes, label.rect.min, &texts[label.candidate], color, rim);
        }
    }

    /// Indices of the words to label, most important first.
    fn choose(&self, frame: &LabelFrame<'_>, count: usize, dimmed: impl Fn(usize) -> bool) -> Vec<usize> {
        let first = || frame.forced.iter().chain(frame.preferred).copied().filter(|word| *word < frame.at.len());
        let mut rest: Vec<(u32, usize)> = Vec::with_capacity(2 * count);
        let inside = frame.area.shrink(4.0);
        // Normal and dimmed words have separate limits; otherwise a small selected class would hardly be labelled.
        let (mut front, mut back) = (0, 0);
        for &word in frame.ranked {
            let word = word as usize;
            if front >= count {
                break;
            }
            if !frame.at.get(word).is_some_and(|at| inside.contains(*at)) || first().any(|one| one == word) {
                continue;
            }
            if frame.depths.0.get(word).is_some_and(|depth| *depth > frame.depths.1) {
                continue;
            }
            let is_behind = dimmed(word);
            if is_behind && back >= count / 2 {
                continue;
            }
            *(if is_behind { &mut back } else { &mut front }) += 1;
            let rank = 10 * (front + back) as u32;
            let rank = if self.placed.contains_key(&word) { rank / 2 } else { rank };
            rest.push((if is_behind { 1_000_000 + rank } else { rank }, word));
        }
        rest.sort_by_key(|(rank, _)| *rank);
        let mut chosen: Vec<usize> = Vec::with_capacity(rest.len() + 8);
        for word in first() {
            if !chosen.contains(&word) {
                chosen.push(word);
            }
        }
        chosen.extend(rest.into_iter().map(|(_, word)| word));
        chosen
    }
}

/// Density of words: their number in each square of the screen.
struct WordDensity {
    origin: Pos2,
    columns: usize,
    counts: Vec<u32>,
    most: f32,
}

impl WordDensity {
    fn new(frame: &LabelFrame<'_>) -> Self {
        let columns = (frame.area.width() / DENSITY_CELL) as usize + 1;
        let rows = (frame.area.height() / DENSITY_CELL) as usize + 1;
        let mut crowd = Self { origin: frame.area.min, columns, counts: vec![0; columns * rows], most: 1.0 };
        let stride = frame.at.len().div_ceil(8_000).max(1);
        for at in frame.at.iter().step_by(stride) {
            if let Some(cell) = crowd.cell(*at) {
                crowd.counts[cell] += 1;
            }
        }
        crowd.most = crowd.counts.iter().copied().max().unwrap_or(1).max(1) as f32;
        crowd
    }

    fn cell(&self, at: Pos2) -> Option<usize> {
        let offset = (at - self.origin) / DENSITY_CELL;
        if !(offset.x >= 0.0 && offset.y >= 0.0 && offset.x < self.columns as f32) {
            return None;
        }
        Some(offset.y as usize * self.columns + offset.x as usize).filter(|cell| *cell < self.counts.len())
    }

    /// Density of words at a screen position, relative to the densest square.
    fn share(&self, at: Pos2) -> f32 {
        self.cell(at).map_or(0.0, |cell| self.counts[cell] as f32 / self.most)
    }
}

/// Draws a text with a halo, readable over points and fields.
fn with_halo(shapes: &mut Vec<Shape>, at: Pos2, galley: &Arc<Galley>, color: Color32, rim: Color32) {
    const ROUND: [Vec2; 8] = [
        vec2(1.3, 0.0),
        vec2(-1.3, 0.0),
        vec2(0.0, 1.3),
        vec2(0.0, -1.3),
        vec2(0.9, 0.9),
        vec2(-0.9, 0.9),
        vec2(0.9, -0.9),
        vec2(-0.9, -0.9),
    ];
    for offset in ROUND {
        shapes.push(Shape::galley(at + offset, Arc::clone(galley), rim));
    }
    shapes.push(Shape::galley(at, Arc::clone(galley), color));
}

#[cfg(test)]
mod tests {
    use egui::pos2;

    use super::*;

    #[test]
    fn every_class_is_labelled_before_any_is_labelled_twice() {
        let ranked = rank(&[9.0, 8.0, 7.0, 1.0, 0.5, 99.0], &[Some(0), Some(0), Some(0), Some(1), Some(2), None]);
        assert_eq!(ranked, [0, 3, 4, 1, 2, 5]);
    }

    fn frame<'a>(at: &'a [Pos2], words: &'a [String], ranked: &'a [u32], forced: &'a [usize]) -> LabelFrame<'a> {
        LabelFrame {
            area: Rect::from_min_size(pos2(0.0, 0.0), vec2(300.0, 200.0)),
            blocked: &[],
            at,
            words,
            ranked,
            zoom: 1.0,
            forced,
            preferred: &[],
            gap: 4.0,
            text: 12.0,
            background: Color32::WHITE,
            depths: (&[], 0.0),
            field: false,
        }
    }

    #[test]
    fn labelled_words_are_preferred_and_forced_ones_come_first() {
        let at = vec![pos2(50.0, 50.0); 4];
        let words: Vec<String> = (0..4).map(|i| i.to_string()).collect();
        let mut labels = Labels::default();
        labels.placed.insert(2, (Side::Left, Rect::NOTHING));
        let ranked = [0, 1, 2, 3];
        assert_eq!(labels.choose(&frame(&at, &words, &ranked, &[3]), 10, |_| false), [3, 0, 2, 1]);
        assert_eq!(labels.choose(&frame(&at, &words, &ranked, &[]), 10, |word| word == 0)[0], 2);
    }

    #[test]
    fn distant_words_are_labelled_only_if_forced() {
        let at = vec![pos2(50.0, 50.0); 3];
        let words: Vec<String> = (0..3).map(|i| i.to_string()).collect();
        let ranked = [0, 1, 2];
        let deep = |forced| LabelFrame { depths: (&[9.0, 1.0, 8.0], 5.0), ..frame(&at, &words, &ranked, forced) };
        assert_eq!(Labels::default().choose(&deep(&[]), 10, |_| false), [1]);
        assert_eq!(Labels::default().choose(&deep(&[2]), 10, |_| false), [2, 1]);
    }

    #[test]
    fn invisible_words_are_not_labelled() {
        let at = vec![pos2(50.0, 50.0), pos2(900.0, 50.0), pos2(f32::NAN, 0.0)];
        let words: Vec<String> = (0..3).map(|i| i.to_string()).collect();
        assert_eq!(Labels::default().choose(&frame(&at, &words, &[2, 1, 0], &[]), 10, |_| false), [0]);
    }
}
