//! Values of glossary terms in the tab *Sandbox*: those of its point sets, not of the open documents.

use super::{kernels, sets, values};
use crate::sandbox::SandboxState;

/// Function that reads the values of a glossary term from the sandbox; `None` for terms that it does not show.
pub(super) fn values(id: &str) -> Option<fn(&SandboxState) -> Option<String>> {
    let of: fn(&SandboxState) -> Option<String> = match id {
        "kernel" => kernel,
        "level2" => |state| Some(kernels::chosen(state.model.level2, "sets")),
        "gram" => |state| Some(format!("{0} × {0} sets", state.model.sets.len())),
        "mmd" => |state| Some(sets::discrepancy(&compared(state), state.values.mmd?)),
        "p-value" => |state| state.test().filter(|(_, now)| *now).map(|(test, _)| sets::counted(test)),
        "witness" => |state| {
            let largest = values::number(state.largest_witness()?);
            Some(format!("{}: the largest size at a point is {largest}", compared(state)))
        },
        _ => return None,
    };
    Some(of)
}

/// Names of the two compared sets.
fn compared(state: &SandboxState) -> String {
    let name = |set: usize| state.model.sets.get(set).map_or("", |set| set.name.as_str());
    format!("{} and {}", name(state.model.compared[0]), name(state.model.compared[1]))
}

/// Kernel of the two selected points, or of the first point and the last one.
fn kernel(state: &SandboxState) -> Option<String> {
    let all = || state.model.sets.iter().flat_map(|set| set.points.iter().map(|point| point.at));
    let [a, b] = match state.selected.map(|of| state.point(of?)) {
        [Some(a), Some(b)] => [a, b],
        _ => [all().next()?, all().last()?],
    };
    let (squared, dot) = ((a[0] - b[0]).powi(2) + (a[1] - b[1]).powi(2), a[0] * b[0] + a[1] * b[1]);
    let place = |[x, y]: [f64; 2]| format!("({x:.2}, {y:.2})");
    Some(format!("{} and {}: k = {}", place(a), place(b), kernels::formula(state.model.embedding, squared, dot)))
}

#[cfg(test)]
mod tests {
    use crate::{Action, Look, SandboxAction, Tab, Workspace, glossary, update, update::tests::training};
    use wordfield_core::ldk::{Embedding, Level2};

    #[test]
    fn a_card_in_the_sandbox_has_the_values_of_its_points() {
        let mut workspace = training();
        let of_model = glossary::LEVEL2.values(&workspace);
        update(&mut workspace, Action::Look(Look::Tab(Tab::Sandbox)));
        let act = |workspace: &mut Workspace, action: SandboxAction| drop(update(workspace, Action::Sandbox(action)));
        let kernel = |workspace: &Workspace| glossary::KERNEL.values(workspace).expect("two points");
        act(&mut workspace, SandboxAction::Embedding(Embedding::Rbf { gamma: 3.25 }));
        assert!(kernel(&workspace).contains("exp(-3.25/2"), "{}", kernel(&workspace));
        act(&mut workspace, SandboxAction::Embedding(Embedding::Linear));
        for point in [(0, 3), (1, 5)] {
            act(&mut workspace, SandboxAction::Select(Some(point)));
        }
        let (_, value) = workspace.sandbox.selected_pair().expect("two points");
        assert!(kernel(&workspace).ends_with(&format!("x · x' = {}", glossary::values::number(value))));
        act(&mut workspace, SandboxAction::Level2(Level2::Rbf { zeta: 2.0 }));
        let of_sets = glossary::LEVEL2.values(&workspace).expect("a kernel");
        assert!(of_sets.contains("two sets") && Some(&of_sets) != of_model.as_ref(), "{of_sets}");
        let mmd = workspace.sandbox.values.mmd.expect("two sets").biased;
        let shown = glossary::MMD.values(&workspace).expect("two sets");
        assert!(shown.starts_with("A and B") && shown.contains(&glossary::values::number(mmd)), "{shown}");
        update(&mut workspace, Action::Look(Look::Tab(Tab::Field)));
        assert_eq!(glossary::LEVEL2.values(&workspace), of_model, "elsewhere the card is of the model");
    }
}
