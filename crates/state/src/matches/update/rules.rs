//! Actions on the rules against pairs, and on the findings of rules.

use std::{fs, path::Path, sync::Arc};

use crate::{
    Action, CheckFilter, Dialog, Effect, Message, Workspace,
    core::{catch_panic, job::aside},
    matches::{
        rules::{RulesAction, found_in},
        update::matching::advance,
    },
};
use wordfield_core::project::write_atomically;
use wordfield_output::{Reasons, read_rules};
use wordfield_rules::{Rule, RuleSet};

/// Writes a rule file: to a new path, or over a rule file, never over a different kind of file.
fn write(rules: &RuleSet, from: Option<&Path>, path: &Path) -> Result<(), String> {
    if path.exists() {
        read_rules(path).map_err(|error| format!("{error}; choose another name for the rules"))?;
    }
    let unreadable = |error| format!("the rules cannot be read again: {}: {error}", from.unwrap_or(path).display());
    let text = from.map(fs::read_to_string).transpose().map_err(unreadable)?.unwrap_or_default();
    let text = rules.write_settings(&text, from.unwrap_or(path)).map_err(|error| error.to_string())?;
    write_atomically(path, text.as_bytes()).map_err(|error| error.to_string())
}

/// Applies an action on the rules against pairs.
pub(crate) fn apply(workspace: &mut Workspace, action: RulesAction) -> Option<Effect> {
    let (used, list) = (&mut workspace.choices.rules, &mut workspace.matches.rules);
    match action {
        RulesAction::Show(shown) => list.shown = shown,
        RulesAction::Threshold(rule, threshold) => {
            if threshold.is_finite() && threshold > 0.0 {
                change(&mut used.used, rule, |rule| rule.threshold = threshold);
            }
        }
        RulesAction::Enable(rule, enabled) => change(&mut used.used, rule, |rule| rule.enabled = enabled),
        RulesAction::Path(path) => list.path_field = path,
        RulesAction::AskToOpen => return Some(Effect::Dialog(Dialog::Rules)),
        RulesAction::Open(path) => {
            return Some(aside("rules", move || {
                let rules = catch_panic(|| read_rules(&path).map(Arc::new).map_err(|error| error.to_string()));
                Action::Rules(RulesAction::Read(path, rules))
            }));
        }
        RulesAction::Read(path, Ok(rules)) => {
            let own = rules.rules.iter().filter(|rule| rule.is_own()).count();
            let text = format!("Rules of {}: {own} of your own, and its thresholds and switches.", path.display());
            list.path_field = path.display().to_string();
            used.file = Some(path);
            replace(workspace, rules);
            workspace.message = Some(Message::note(text));
        }
        RulesAction::Read(_, Err(problem)) | RulesAction::Saved(Err(problem)) => {
            workspace.message = Some(Message::error(problem));
        }
        RulesAction::Reset => {
            used.file = None;
            replace(workspace, Arc::default());
        }
        RulesAction::AskToSave => {
            let proposed = used.file.as_ref().map_or_else(|| "rules.toml".to_owned(), |file| file.display().to_string());
            return Some(Effect::Dialog(Dialog::SaveRules(proposed)));
        }
        RulesAction::Save(path) => {
            let (rules, from) = (Arc::clone(&used.used), used.file.clone());
            return Some(aside("rules", move || {
                let written = catch_panic(|| write(&rules, from.as_deref(), &path));
                Action::Rules(RulesAction::Saved(written.map(|()| path)))
            }));
        }
        RulesAction::Saved(Ok(path)) => {
            used.read = Arc::clone(&used.used);
            list.path_field = path.display().to_string();
            workspace.message =
                Some(Message::note(format!("Rules saved in {}; wordfield check --rules reads them.", path.display())));
            used.file = Some(path);
        }
        RulesAction::Dismiss(rule) => {
            if let Some(source) = workspace.choices.source {
                dismiss(workspace, &[source], rule);
                if rule.is_none() {
                    advance(workspace);
                }
            }
        }
        RulesAction::DismissListed(rule) => {
            let listed = workspace.documents().to_vec();
            dismiss(workspace, &listed, Some(rule));
        }
    }
    None
}

fn change(rules: &mut Arc<RuleSet>, rule: usize, change: impl FnOnce(&mut Rule)) {
    if let Some(rule) = Arc::make_mut(rules).rules.get_mut(rule) {
        change(rule);
    }
}

/// Replaces the rules, which changes their indices.
fn replace(workspace: &mut Workspace, rules: Arc<RuleSet>) {
    let used = &mut workspace.choices.rules;
    (used.used, used.read) = (Arc::clone(&rules), rules);
    forget_rule_filter(workspace);
}

/// Replaces a filter by one rule, whose index is that of other rules.
pub(crate) fn forget_rule_filter(workspace: &mut Workspace) {
    if let CheckFilter::Rule(_) = workspace.matches.view.check_filter {
        workspace.matches.view.check_filter = CheckFilter::Reasons;
    }
}

/// Dismisses the findings of one rule, or of all, in the pairs of the given source documents.
fn dismiss(workspace: &mut Workspace, sources: &[usize], rule: Option<usize>) {
    let (Some(reasons), Some(dataset)) = (workspace.reasons().cloned(), workspace.corpus.dataset.clone()) else { return };
    let corpus = &dataset.corpus;
    let dismissed = Arc::make_mut(&mut workspace.choices.dismissed);
    let before = dismissed.len();
    let mut pairs = 0;
    for &source in sources {
        let Some(target) = corpus.partner(source) else { continue };
        let found = found_in(&reasons, source).into_iter().filter(|(found, _)| rule.is_none_or(|rule| rule == *found));
        let names: Vec<&str> = found.map(|(_, name)| name).collect();
        for name in &names {
            dismissed.insert(name, [&corpus.texts[source], &corpus.texts[target]]);
        }
        pairs += usize::from(!names.is_empty());
    }
    let count = dismissed.len() - before;
    let what = rule.and_then(|rule| reasons.rules.get(rule)).map_or("reasons", |rule| &rule.0);
    let text = match (count, pairs) {
        (0, _) => "No rule finds anything here that is not dismissed yet.".to_owned(),
        (1, 1) if rule.is_some() => format!("Dismissed: {what}. Ctrl+Z takes it back."),
        (_, 1) => format!("Dismissed: {count} {what} of this pair. Ctrl+Z takes it back."),
        _ => format!("Dismissed: {what} in {pairs} pairs. Ctrl+Z takes it back."),
    };
    workspace.message = Some(if count == 0 { Message::note(text) } else { Message::step(text) });
}

impl Workspace {
    /// Findings of the rules in a pair, as rule index and text; findings against the pair come first.
    pub fn findings(&self, source: usize) -> &[(usize, String)] {
        self.reasons()
            .map(|reasons: &Arc<Reasons>| &**reasons)
            .and_then(|reasons| reasons.found.get(source))
            .map_or(&[], Vec::as_slice)
    }
}

#[cfg(test)]
#[path = "rules_tests.rs"]
mod tests;
