//! Queries of all views, one row each in [`QUERIES`].

use crate::{
    QueryTask, SplitTest, Workspace,
    chooser::{axis::AxisQuery, find::FindQuery, summary::SummaryQuery},
    compare::two_runs::RunsQuery,
    core::update::due,
    documents::update::text_filter::TextQuery,
    edit::typed::TypedQuery,
    field::{novelty::NoveltyQuery, pictures::PictureQuery, profile::ProfileQuery},
    inspect::{neighbours::NeighboursQuery, rating_intervals::IntervalsQuery, word_query::WordQuery},
    matches::{
        compared::CompareQuery, dictionary::DictionaryQuery, learned::LearnedQuery, reasons::ReasonsQuery,
        rules::HistogramsQuery, update::checking, update::queries::due_live,
    },
    run::offer::OfferQuery,
    session::update::placing::PlaceQuery,
    word_space::queries::{AlignSpaces, AlongAxis, CompareLists, CountKept, FindAxes, FindWords, LearnPlane, NearWords},
};

/// Function that starts a query if the view needs one.
type Due = fn(&mut Workspace) -> Option<QueryTask>;

/// Functions for every kind of query that views start by themselves.
const QUERIES: [Due; 30] = [
    due::<CompareQuery>,
    due_live,
    due::<NeighboursQuery>,
    due::<WordQuery>,
    due::<IntervalsQuery>,
    due::<DictionaryQuery>,
    due::<ReasonsQuery>,
    due::<HistogramsQuery>,
    due::<LearnedQuery>,
    due::<RunsQuery>,
    due::<FindQuery>,
    due::<TextQuery>,
    due::<AxisQuery>,
    due::<SummaryQuery>,
    due::<TypedQuery>,
    due::<SplitTest>,
    due::<FindWords>,
    due::<NearWords>,
    due::<AlongAxis>,
    due::<CompareLists>,
    due::<FindAxes>,
    due::<LearnPlane>,
    due::<CountKept>,
    due::<AlignSpaces>,
    due::<ProfileQuery>,
    due::<PictureQuery>,
    due::<NoveltyQuery>,
    due::<OfferQuery>,
    due::<PlaceQuery>,
    checking::due,
];

/// Queries that the current views need.
pub(crate) fn due_queries(workspace: &mut Workspace) -> Vec<QueryTask> {
    QUERIES.iter().filter_map(|due| due(workspace)).collect()
}
