//! Saved state of the list of pairs: the complete check, and filter, order and open row of the list.

use serde::{Deserialize, Serialize};

use crate::matches::checking::{CheckFilter, CheckSort};
use wordfield_core::project::StoredCheck;

/// Filter, order and open row of the list of checked pairs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct CheckList {
    /// Filter of the list of checked pairs.
    pub filter: CheckFilter,
    /// Order of the list of checked pairs.
    pub sort: CheckSort,
    /// Whether the order of the list of checked pairs is reversed.
    pub reversed: bool,
    /// Source document of the open pair in the list of checked pairs.
    pub source: Option<usize>,
}

/// Pair check and list of an earlier session on the same texts.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct StoredCheckList {
    /// Check of the pairs, if it belongs to the current documents.
    pub check: Option<StoredCheck>,
    /// Filter, order and open row of the list of checked pairs.
    pub list: Option<CheckList>,
}
