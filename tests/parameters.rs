//! Parameters given together, and under the keys of earlier versions.

use wordfield::model::{ModelKind, Params, Preset};

#[test]
fn settings_given_together_are_checked_together() {
    let mut params = Params::preset(ModelKind::Smm, Preset::Default, 2);
    let settings = [("gamma_max", "50"), ("learn_gamma", "true")];
    params.set_all(&settings).expect("settings");
    assert_eq!(params.check_effect(&settings), Ok(()));
    let (place, error) = Params::preset(ModelKind::Smm, Preset::Default, 2).check_effect(&settings).expect_err("no effect");
    assert_eq!(
        (place, error.to_string().as_str()),
        (0, "gamma_max = 50 has no effect: gamma is not learned: set learn_gamma=true")
    );
}

#[test]
fn keys_of_earlier_versions_name_the_same_parameters() {
    for (former, key, value) in
        [("keep", "word_keep_rate", "0.6"), ("decay", "hold_steps", "70"), ("Average", "ema_decay", "0.3")]
    {
        for kind in [ModelKind::Smm, ModelKind::Gp, ModelKind::Matching] {
            let [mut old, mut new] = [(); 2].map(|()| Params::preset(kind, Preset::Default, 2));
            old.set_all(&[(former, value)]).expect("the former key");
            new.set_all(&[(key, value)]).expect("the key");
            assert_eq!(old, new, "{kind:?}: {former}");
            assert_ne!(new, Params::preset(kind, Preset::Default, 2), "{kind:?}: {key}");
        }
    }
}
