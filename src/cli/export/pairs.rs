//! Export of reviewed pairs of documents, from reviews in the model and in the user's data folder; the latter take precedence.

use std::{path::Path, sync::Arc};

use anyhow::bail;
use clap::Args;

use super::{ExportContents, Job};
use crate::cli::output;
use wordfield_core::{
    corpus::Dataset,
    memory::Budget,
    model::FittedRef,
    project::{Disk, MatchReview, SavedModel, stored_reviews},
};
use wordfield_output::{Correction, Exporter, ReviewedPair, ReviewedPairs, Sink};
use wordfield_state::data_folder;
use wordfield_state::{ReviewedMatches, Reviews};

pub(super) const PAIRS: ExportContents = ExportContents {
    name: "pairs",
    help: "Reviewed pairs of documents",
    is_own: Exporter::is_of::<ReviewedPairs>,
    given: |args| args.pairs.accept_below.map(|_| "--accept-below"),
    write,
};

fn write(job: &Job<'_>, sink: Sink<'_>) -> anyhow::Result<()> {
    let args = &job.args.pairs;
    let found = Found::of(job.saved, job.dataset(), args, (job.args.documents.memory(), job.model))?;
    job.write::<ReviewedPairs>(&found.reviewed(args.accept_below), sink)
}

/// Arguments about pairs.
#[derive(Args, Debug)]
pub(super) struct PairArgs {
    /// Accept unreviewed nearest pairs up to this squared distance, as `match` prints it
    #[arg(long, value_name = "DISTANCE", value_parser = distance)]
    accept_below: Option<f64>,
}

fn distance(text: &str) -> Result<f64, String> {
    let distance: Option<f64> = text.parse().ok().filter(|distance: &f64| distance.is_finite() && *distance >= 0.0);
    distance.ok_or_else(|| "give a number from 0".to_owned())
}

/// Reviews of a corpus, or of the model alone if its corpus no longer exists.
enum Found<'a> {
    /// Reviews of a corpus, with its nearest pairs.
    Corpus(Box<ReviewedMatches>),
    /// Reviews saved in the model, with the titles of their documents.
    Titles(&'a [MatchReview]),
}

impl<'a> Found<'a> {
    /// Finds reviews of the corpus, with the distances of its documents; without a corpus the reviews of the model.
    fn of(
        saved: &'a SavedModel,
        data: anyhow::Result<Arc<Dataset>>,
        args: &PairArgs,
        (memory, model): (Budget, &Path),
    ) -> anyhow::Result<Self> {
        let FittedRef::Matcher(fitted) = saved.fitted.fitted_ref() else {
            bail!("{}: holds {}, which has no pairs: give a model of pairs", model.display(), saved.kind().info().title);
        };
        let data = match data {
            Ok(data) => data,
            Err(error) if args.accept_below.is_none() && !saved.reviews.is_empty() => {
                output::note(format_args!("texts and distances are missing: {error}."));
                return Ok(Self::Titles(&saved.reviews));
            }
            Err(error) => return Err(error),
        };
        let kept = match data_folder::reviews() {
            Some(folder) => stored_reviews(&Disk, &folder, data.corpus.fingerprint_of_texts())?,
            None => Vec::new(),
        };
        let mut reviews = Reviews::of_retitled(&kept, &data.corpus);
        reviews.take_in(&saved.reviews, &data.corpus);
        let snapshot = saved.fitted.resume_within(Arc::clone(&data), saved.iterations, memory)?.snapshot();
        let rows = snapshot.matched().map_or(&[][..], |matched| &matched.rows);
        Ok(Self::Corpus(Box::new(ReviewedMatches::new(data, reviews, rows, fitted))))
    }

    /// Reviewed pairs, and unreviewed nearest pairs up to a distance.
    fn reviewed(&self, accept_below: Option<f64>) -> ReviewedPairs<'_> {
        match self {
            Self::Titles(reviews) => {
                ReviewedPairs { sides: ["source", "target"], pairs: reviews.iter().flat_map(by_title).collect(), accept_below }
            }
            Self::Corpus(matches) => matches.reviewed(accept_below),
        }
    }
}

/// Rows of a review whose documents are known only by title.
fn by_title(review: &MatchReview) -> impl Iterator<Item = ReviewedPair<'_>> {
    Correction::rows(review.correction.as_deref()).into_iter().map(|correction| ReviewedPair {
        titles: [&review.source_title, review.target_title.as_deref().unwrap_or_default()],
        accepted: review.accepted,
        note: &review.note,
        category: &review.category,
        correction,
        ..ReviewedPair::default()
    })
}
