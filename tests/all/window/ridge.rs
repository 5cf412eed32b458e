//! Ridge regression in the window: chosen in the list of models, without positions and deviations.

use super::*;

#[test]
fn a_ridge_regression_is_chosen_in_the_list_and_shows_its_views() {
    let mut harness = window(Launch::default());
    open_panel(&mut harness, Panel::Data);
    click(&mut harness, "Ratings");
    until(&mut harness, "the reviews", |window| window.workspace().choices.settings.params.kind() == ModelKind::Gp);
    act(&mut harness, Action::Look(Look::MissedOnly(true)));
    choose_model(&mut harness, "ridge regression");
    until(&mut harness, "its predictions", |window| {
        let snapshot = window.workspace().run.snapshot.as_ref();
        let rated = snapshot.and_then(|snapshot| snapshot.rated());
        window.workspace().choices.settings.params.kind() == ModelKind::Ridge
            && rated.is_some_and(|rated| rated.deviation.is_none())
    });
    assert!(the(&harness).workspace().message.is_none());
    harness.get_by_label_contains("has no word positions");

    click(&mut harness, "Predictions");
    assert!(harness.query_all_by_label_contains("RMSE").count() > 0);
    harness.get_by_label("Residuals");
    assert!(harness.query_by_label("Calibration of the intervals").is_none(), "no intervals to calibrate");

    click(&mut harness, "Documents");
    assert!(harness.query_by_label_contains("95 % interval").is_none(), "no intervals");
    assert!(harness.query_by_label("deviation").is_none(), "no deviations");
    assert_eq!(the(&harness).workspace().documents().len(), 958, "a filter by intervals does not apply");
    click(&mut harness, "residual");
    assert_eq!(the(&harness).workspace().choices.ratings.sort, Column::Residual);
    act(&mut harness, Action::Look(Look::Select(Focus::Document(5))));
    harness.get_by_label_contains("(intercept)");
}
