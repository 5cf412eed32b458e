//! Controls of the sandbox's kernels, between points and between sets, and of its learner.

use egui::{Role, Slider, Ui};

use super::act;
use crate::{
    term,
    widgets::{ResponseExt, choose, choose_beside, named, number},
};
use wordfield_core::{
    ldk::{Embedding, Level2},
    param::{Choices, Panel, Slot},
    sandbox::Learner,
};
use wordfield_state::{Action, SandboxAction, Workspace, glossary};

/// Limits of the kernels' hyper-parameters in the sandbox.
const LEAST_GAMMA: f64 = 0.02;
const MOST: f64 = 50.0;

/// Draws the controls of kernels and learner.
pub(super) fn show(ui: &mut Ui, workspace: &Workspace, actions: &mut Vec<Action>) {
    let model = &workspace.sandbox.model;
    ui.horizontal(|ui| {
        let label = term::label(ui, workspace, &glossary::KERNEL, "point kernel", actions);
        let kernels = options::<Embedding>(model.embedding, Embedding::has_places);
        let chosen = choose_beside(ui, ("point kernel", &label), 150.0, &model.embedding, &kernels);
        actions.extend(chosen.map(|embedding| act(SandboxAction::Embedding(embedding))));
    });
    actions.extend(numbers(ui, model.embedding).map(|embedding| act(SandboxAction::Embedding(embedding))));
    ui.horizontal(|ui| {
        let label = term::label(ui, workspace, &glossary::LEVEL2, "set kernel", actions);
        let kernels = options::<Level2>(model.level2, |_| true);
        let chosen = choose_beside(ui, ("set kernel", &label), 150.0, &model.level2, &kernels);
        actions.extend(chosen.map(|level2| act(SandboxAction::Level2(level2))));
    });
    actions.extend(numbers(ui, model.level2).map(|level2| act(SandboxAction::Level2(level2))));
    ui.horizontal(|ui| {
        let learners = Learner::ALL.map(|learner| {
            let same = std::mem::discriminant(&learner) == std::mem::discriminant(&model.learner);
            (if same { model.learner } else { learner }, learner.name())
        });
        actions.extend(choose(ui, "learn", 170.0, &model.learner, &learners).map(|learner| act(SandboxAction::Learner(learner))));
    });
    learner_number(ui, model.learner, actions);
}

/// Draws gamma of a Gaussian point kernel as a number, for a narrow tab.
pub(super) fn gamma(ui: &mut Ui, workspace: &Workspace, actions: &mut Vec<Action>) {
    let Embedding::Rbf { mut gamma } = workspace.sandbox.model.embedding else { return };
    let speed = 0.01 * gamma;
    let field = ui.add(number(&mut gamma).range(LEAST_GAMMA..=MOST).speed(speed).max_decimals(3).prefix("gamma "));
    named(&field, Role::SpinButton, "gamma of the point kernel");
    field.on_change(actions, || act(SandboxAction::Embedding(Embedding::Rbf { gamma })));
}

/// Kernels that are usable, with their default hyper-parameters; the current one has its own.
fn options<K: Choices>(now: K, usable: impl Fn(K) -> bool) -> Vec<(K, &'static str)> {
    let named = K::USUAL.iter().copied().filter(|kernel| usable(*kernel));
    named
        .map(
            |kernel| {
                if kernel.choice().key == now.choice().key { (now, now.choice().label) } else { (kernel, kernel.choice().label) }
            },
        )
        .collect()
}

/// Draws sliders for a kernel's hyper-parameters. Returns the changed kernel.
fn numbers<K: Choices>(ui: &mut Ui, now: K) -> Option<K> {
    let mut kernel = now;
    for number in K::NUMBERS {
        let Some(slot) = (number.at)(&mut kernel) else { continue };
        let label = if number.about.label.is_empty() { number.key } else { number.about.label };
        let (Panel::Main(low, high) | Panel::More(low, high)) = number.about.panel else { continue };
        ui.horizontal(|ui| {
            let name = ui.label(label).on_hover_text(number.hint);
            let slider = match slot {
                Slot::Real(value) => {
                    let low = if number.key == "gamma" { low.max(LEAST_GAMMA) } else { low };
                    Slider::new(value, low..=high.min(MOST)).logarithmic(low > 0.0).max_decimals(3)
                }
                Slot::Count(value) => Slider::new(value, low as usize..=high as usize),
                _ => return,
            };
            ui.add(slider).labelled_by(name.id);
        });
    }
    (kernel != now).then_some(kernel)
}

/// Draws the slider of the learner's hyper-parameter.
fn learner_number(ui: &mut Ui, learner: Learner, actions: &mut Vec<Action>) {
    let mut changed = learner;
    let (name, value, hint) = match &mut changed {
        Learner::None => return,
        Learner::Svm { c } => ("C", c, "Price of sets on the wrong side of the margin"),
        Learner::Gp { noise } => ("noise", noise, "Variance of the noise of the targets"),
    };
    ui.horizontal(|ui| {
        let label = ui.label(name).on_hover_text(hint);
        ui.add(Slider::new(value, 1e-3..=1e3).logarithmic(true).max_decimals(3)).labelled_by(label.id);
    });
    if changed != learner {
        actions.push(act(SandboxAction::Learner(changed)));
    }
}
