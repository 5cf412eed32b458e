//! What stays of the list of pairs when the window closes: the complete check, and filter, order and place of the list.

use serde::{Deserialize, Serialize};

use crate::matches::checking::{CheckFilter, CheckSort};
use wordfield_core::project::KeptCheck;

/// Filter, order and place of the list of checked pairs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct CheckList {
    /// Filter of the list.
    pub filter: CheckFilter,
    /// Order of the list.
    pub sort: CheckSort,
    /// Whether that order is reversed.
    pub reversed: bool,
    /// Open source document.
    pub source: Option<usize>,
}

/// Check and list of an earlier session on the same texts.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct KeptList {
    /// The check, if it is one of these documents.
    pub check: Option<KeptCheck>,
    /// Filter, order and place.
    pub list: Option<CheckList>,
}
