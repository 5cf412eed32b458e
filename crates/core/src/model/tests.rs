//! Tests of the parameters of all models: presets, parsing, ranges, live changes.

use super::{LiveChange, ModelKind, Optimiser, Params, Preset};
use crate::{ldk::Level2, param::Value};

mod interventions;
pub(super) mod made_up;
mod multiclass;
mod named;
mod without_label;

const KINDS: &[ModelKind] = ModelKind::ALL;

/// The models with learned positions.
fn moving() -> impl Iterator<Item = ModelKind> {
    KINDS.iter().copied().filter(|&kind| default(kind).is_stochastic())
}

fn default(kind: ModelKind) -> Params {
    Params::preset(kind, Preset::Default, 2)
}

/// Sets all given parameters, in order.
fn set(kind: ModelKind, pairs: &[(&str, &str)]) -> Params {
    let mut params = default(kind);
    for (key, value) in pairs {
        params.set(key, value).unwrap();
    }
    params
}

#[test]
fn every_model_has_names_and_descriptions() {
    for &kind in KINDS {
        let info = kind.info();
        let texts = [info.command, info.help, info.label, info.title, info.as_printed];
        assert!(texts.iter().all(|text| !text.is_empty()), "{kind:?}: {texts:?}");
    }
}

#[test]
fn presets_pass_their_own_check() {
    for &kind in KINDS {
        for q in (1..=12).chain([50, 300]) {
            for preset in [Preset::Paper, Preset::Default] {
                let params = Params::preset(kind, preset, q);
                assert_eq!(params.kind(), kind);
                assert_eq!(params.value("q").map(|_| params.q()), params.value("q").map(|_| q));
                params.check().unwrap();
            }
        }
    }
}

#[test]
fn values_outside_their_range_are_refused_with_a_remedy() {
    let common = [
        ("q", "0"),
        ("q", "301"),
        ("gamma", "0"),
        ("gamma", "NaN"),
        ("rho", "-1"),
        ("word_keep_rate", "0"),
        ("word_keep_rate", "1.1"),
        ("rate", "0"),
        ("steps", "0"),
        ("evaluate_every", "0"),
        ("ema_decay", "1"),
        ("start_scale", "0"),
        ("gamma_min", "-1"),
        ("gamma_max", "inf"),
        ("gamma_prior", "-1"),
    ];
    let own: [(ModelKind, &[(&str, &str)]); 3] = [
        (ModelKind::Smm, &[("c", "inf"), ("starts", "0"), ("private", "-0.1"), ("tolerance", "1")]),
        (ModelKind::Gp, &[("alpha", "0"), ("beta", "1e9"), ("emphasis", "1.5"), ("private", "-1")]),
        (ModelKind::Matching, &[("sharpness", "0"), ("batch", "1"), ("sharpness_prior", "-1")]),
    ];
    for (kind, own) in own {
        for (key, value) in common.iter().chain(own) {
            let mut params = default(kind);
            let message = params.set(key, value).and_then(|()| params.check()).expect_err(key).to_string();
            assert!(message.starts_with(&format!("{key} = ")) && message.contains("give "), "{kind:?}: {message}");
        }
    }
}

#[test]
fn unreadable_values_and_unknown_keys_are_refused_and_change_nothing() {
    let common = [("q", "two"), ("weighting", "log"), ("optimiser", "sgd"), ("optimiser", "adam:x"), ("learn_gamma", "1")];
    let own: [(ModelKind, &[(&str, &str)]); 3] = [
        (ModelKind::Smm, &[("level2", "cubic")]),
        (ModelKind::Gp, &[("start", "svd"), ("anchor", "yes")]),
        (ModelKind::Matching, &[("start", "svd"), ("optimiser", "envelope"), ("symmetric", "1")]),
    ];
    for (kind, own) in own {
        let mut params = default(kind);
        for (key, value) in common.iter().chain(own) {
            assert!(params.set(key, value).expect_err(key).to_string().contains("give "), "{kind:?}: {key}");
        }
        let message = params.set("rhoo", "1").unwrap_err().to_string();
        assert!(["rhoo", "rho,", "start_scale", "optimiser"].iter().all(|name| message.contains(name)), "{message}");
        assert_eq!(params, default(kind));
    }
}

/// The parameters that the error lists are the fields, and each of them can be set.
#[test]
fn an_unknown_name_lists_every_field() {
    for &kind in KINDS {
        let message = default(kind).set("?", "").unwrap_err().to_string();
        let names: Vec<&str> =
            message.split_once("these: ").unwrap().1.split(", ").map(|n| n.split(' ').next().unwrap()).collect();
        let fields = serde_json::to_value(default(kind)).unwrap();
        for field in fields.as_object().unwrap().keys().filter(|field| *field != "variant") {
            assert!(names.contains(&field.as_str()), "{kind:?}: {field} is not named");
        }
        for name in names {
            let unknown = default(kind).set(name, "~").expect_err(name).to_string();
            assert!(unknown.starts_with(&format!("{name} = ~")), "{kind:?}: {unknown}");
        }
    }
}

#[test]
fn text_sets_the_named_parameter() {
    let pairs = [
        ("weighting", "tf-idf"),
        ("optimiser", "lbfgs:7"),
        ("learn_gamma", "true"),
        ("normalise", "true"),
        ("level2", "geodesic"),
        ("C", " 3 "),
    ];
    let Params::Smm(params) = set(ModelKind::Smm, &pairs) else { panic!("parameters of another model") };
    assert_eq!(params.weighting, crate::corpus::Weighting::TfIdf);
    assert_eq!(params.optimiser, Optimiser::Lbfgs { steps: 7 });
    assert!((params.c - 3.0).abs() < 1e-15 && params.learn_gamma && params.level2 == Level2::Ngd);
    for kind in [ModelKind::Gp, ModelKind::Matching] {
        assert!(default(kind).is_stochastic());
        for (key, value) in [("optimiser", "lbfgs"), ("optimiser", "lbfgs:3"), ("steps", "3")] {
            assert!(!set(kind, &[(key, value)]).is_stochastic(), "{kind:?}: {key}={value}");
        }
        assert_eq!(set(kind, &[("steps", "3"), ("rate", "0.5")]), set(kind, &[("optimiser", "adam:0.5")]));
    }
}

#[test]
fn learned_numbers_must_start_inside_their_bounds() {
    let gamma = moving().map(|kind| (kind, "learn_gamma", "gamma_min"));
    for (kind, learn, least) in gamma.chain([(ModelKind::Matching, "learn_sharpness", "sharpness_min")]) {
        let params = set(kind, &[("embedding", "rbf"), (learn, "true")]);
        params.check().unwrap();
        let message = set(kind, &[("embedding", "rbf"), (learn, "true"), (least, "900")]).check().unwrap_err().to_string();
        assert!(message.contains("cannot run away"), "{kind:?}: {message}");
    }
}

#[test]
fn a_kernel_with_too_many_features_is_refused_with_sizes() {
    let params = set(ModelKind::Smm, &[("q", "12"), ("embedding", "polynomial"), ("degree", "6")]);
    let message = params.check().unwrap_err().to_string();
    assert!(message.contains("18564 features") && message.contains("lower the degree"), "{message}");
}

/// Displayed parameters follow live changes of the running model.
#[test]
fn live_changes_set_only_the_named_parameter() {
    for kind in moving() {
        for key in ["rho", "gamma", "keep"] {
            let params = set(kind, &[("embedding", "rbf")]).after(LiveChange::real(key, 0.7)).unwrap();
            assert_eq!(params, set(kind, &[("embedding", "rbf"), (key, "0.7")]), "{kind:?}");
        }
        let message = set(kind, &[("optimiser", "lbfgs:3")]).after(LiveChange::real("rate", 0.7)).unwrap_err().to_string();
        assert!(message.contains("the present optimiser has none"), "{kind:?}: {message}");
        let message = default(kind).after(LiveChange { key: "q", value: Value::Whole(3) }).unwrap_err().to_string();
        assert!(message.contains("restart"), "{kind:?}: {message}");
    }
}

/// Every row has a description, and its value lies in its domain.
#[test]
fn every_row_has_a_value_in_its_domain_and_a_description() {
    for &kind in KINDS {
        for preset in [Preset::Paper, Preset::Default] {
            for view in Params::preset(kind, preset, 10).views() {
                assert!(view.hint.len() > 10 && view.hint.ends_with('.'), "{kind:?}: {}: {}", view.key, view.hint);
                assert!(view.value.is_none_or(|value| view.domain.holds(value)), "{kind:?}: {}", view.key);
            }
        }
    }
}
