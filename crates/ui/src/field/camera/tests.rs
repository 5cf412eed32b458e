//! Tests of the camera: following, zooming, rotating, and restored views.

use egui::{pos2, vec2};

use super::*;

fn plane(at: &[[f32; 2]]) -> Projection {
    Projection { at: at.to_vec(), q: 2, ..Projection::default() }
}

fn input() -> PointerInput {
    PointerInput { pan: Vec2::ZERO, turn: Vec2::ZERO, zoom: 1.0, about: pos2(10.0, 10.0), fit: false, direct: false }
}

#[test]
fn the_first_fit_applies_at_once_and_later_ones_gradually() {
    let ctx = Context::default();
    let mut camera = Camera::default();
    camera.words_moved(&plane(&[[0.0, 0.0], [1.0, 1.0]]));
    camera.plane.glide(&ctx, false);
    let first = camera.home();
    camera.words_moved(&plane(&[[0.0, 0.0], [9.0, 9.0]]));
    camera.plane.glide(&ctx, false);
    let second = camera.home();
    assert!(second.max[0] > first.max[0] && second.max[0] < 5.0, "{second:?}");
    camera.plane.glide(&ctx, true);
    assert!(camera.home().max[0] > 9.0);
    camera.reset();
    assert!(camera.follows() && camera.home().max[0] < 2.0);
}

#[test]
fn key_zoom_is_animated_about_the_pointer_and_drags_are_direct() {
    let (ctx, rect) = (Context::default(), Rect::from_min_size(pos2(0.0, 0.0), vec2(400.0, 300.0)));
    let mut camera = Camera::default();
    camera.words_moved(&plane(&[[0.0, 0.0], [1.0, 1.0]]));
    let see = |lens: Lens| if let Lens::Flat(view) = lens { view } else { panic!("expected a view of the plane") };
    let before = see(camera.flat(&ctx, rect, &input(), true, false));
    let about = pos2(90.0, 60.0);
    let point = before.to_plane(rect, about);
    let mut views = vec![see(camera.flat(&ctx, rect, &PointerInput { zoom: 2.0, about, ..input() }, true, false))];
    for _ in 0..60 {
        views.push(see(camera.flat(&ctx, rect, &input(), true, false)));
    }
    assert!(views[0].scale[0] > 0.51 * before.scale[0] && views[0].scale[0] < before.scale[0]);
    assert!((views[60].scale[0] / before.scale[0] - 0.5).abs() < 1e-3);
    for view in &views {
        let now = view.to_plane(rect, about);
        assert!((0..2).all(|k| (now[k] - point[k]).abs() < 1e-9), "the point under the pointer is fixed");
    }
    let dragged = see(camera.flat(&ctx, rect, &PointerInput { pan: vec2(20.0, 0.0), direct: true, ..input() }, true, false));
    assert!((dragged.centre[0] - views[60].centre[0] + 20.0 * dragged.scale[0]).abs() < 1e-6);
    assert!(!camera.follows());
    camera.flat(&ctx, rect, &PointerInput { fit: true, ..input() }, true, false);
    assert!(camera.follows());
}

#[test]
fn a_visible_part_is_shown_again_in_a_picture_of_another_shape() {
    let ctx = Context::default();
    let [screen, page] = [(400.0, 300.0), (600.0, 300.0)].map(|(w, h)| Rect::from_min_size(pos2(0.0, 0.0), vec2(w, h)));
    let mut camera = Camera::default();
    camera.words_moved(&plane(&[[0.0, 0.0], [1.0, 1.0]]));
    camera.flat(&ctx, screen, &input(), true, true);
    assert_eq!(camera.visible_part(screen), None, "all words");
    camera.flat(&ctx, screen, &PointerInput { zoom: 3.0, direct: true, ..input() }, true, true);
    let part = camera.visible_part(screen).expect("a part");
    let mut print = Camera::default();
    print.words_moved(&plane(&[[0.0, 0.0], [1.0, 1.0]]));
    print.show_part(&part, page, true);
    let (Lens::Flat(seen), Lens::Flat(printed)) =
        (camera.flat(&ctx, screen, &input(), true, true), print.flat(&ctx, page, &input(), true, true))
    else {
        panic!("expected views of the plane")
    };
    let heights = [(seen, screen), (printed, page)].map(|(view, rect)| view.scale[1] * f64::from(rect.height()));
    assert!((heights[0] / heights[1] - 1.0).abs() < 1e-6 && (0..2).all(|k| (seen.centre[k] - printed.centre[k]).abs() < 1e-9));

    let space = Projection { at: vec![[0.0, 0.0], [1.0, 1.0]], third: vec![0.0, 2.0], q: 3, ..Projection::default() };
    camera.words_moved(&space);
    camera.deep(&ctx, screen, &PointerInput { turn: vec2(50.0, 10.0), direct: true, ..input() }, true);
    let part = camera.visible_part(screen).expect("a direction");
    print.words_moved(&space);
    print.show_part(&part, page, true);
    let Lens::Deep(printed) = print.deep(&ctx, page, &input(), true) else { panic!("expected space") };
    assert!(matches!(part, VisiblePart::Space { rotation: [yaw, pitch], target: None }
        if (printed.yaw - yaw).abs() < 1e-9 && (printed.pitch - pitch).abs() < 1e-9));
}

#[test]
fn a_region_fills_the_picture_up_to_the_magnification_limit() {
    let (ctx, rect) = (Context::default(), Rect::from_min_size(pos2(0.0, 0.0), vec2(400.0, 300.0)));
    let space = Projection { at: vec![[0.0, 0.0], [1.0, 1.0]], third: vec![0.0, 2.0], q: 3, ..Projection::default() };
    let mut camera = Camera::default();
    camera.words_moved(&plane(&[[0.0, 0.0], [1.0, 1.0]]));
    let Lens::Flat(fitted) = camera.flat(&ctx, rect, &input(), true, true) else { panic!("a plane") };
    for (side, larger) in [(0.5, 2.0), (1e-9, NEAREST)] {
        camera.show(Solid { min: [0.2, 0.2, 0.0], max: [0.2 + side * 1.12, 0.2 + side * 1.12, 0.0] });
        let Lens::Flat(view) = camera.flat(&ctx, rect, &input(), true, true) else { panic!("a plane") };
        assert!((fitted.scale[0] / view.scale[0] / larger - 1.0).abs() < 0.02, "{larger}: {view:?} of {fitted:?}");
        assert!((view.centre[0] - 0.2 - 0.56 * side).abs() < 1e-6 && !camera.follows());
    }
    camera.reset();
    camera.words_moved(&space);
    let Lens::Deep(fitted) = camera.deep(&ctx, rect, &input(), true) else { panic!("space") };
    camera.show(Solid { min: [0.5, 0.5, 1.0], max: [0.7, 0.7, 1.4] });
    let Lens::Deep(eye) = camera.deep(&ctx, rect, &input(), true) else { panic!("space") };
    assert!(eye.distance < 0.4 * fitted.distance && (eye.target[2] - 1.2).abs() < 1e-9);
}

#[test]
fn a_dragged_word_freezes_the_fit() {
    let (ctx, rect) = (Context::default(), Rect::from_min_size(pos2(0.0, 0.0), vec2(400.0, 300.0)));
    let near = plane(&[[0.0, 0.0], [1.0, 1.0]]);
    let space = Projection { third: vec![0.0, 2.0], q: 3, ..near.clone() };
    for (deep, words) in [(false, near), (true, space)] {
        let mut camera = Camera::default();
        let see = |camera: &mut Camera| {
            if deep { camera.deep(&ctx, rect, &input(), true) } else { camera.flat(&ctx, rect, &input(), true, true) }
        };
        camera.words_moved(&words);
        let before = see(&mut camera);
        camera.hold(true);
        camera.words_moved(&Projection { at: vec![[0.0, 0.0], [9.0, 9.0]], ..words });
        assert_eq!(see(&mut camera), before);
        camera.hold(false);
        assert!(see(&mut camera) != before && camera.follows());
    }
}

#[test]
fn rotating_keeps_following_and_zooming_ends_it() {
    let (ctx, rect) = (Context::default(), Rect::from_min_size(pos2(0.0, 0.0), vec2(400.0, 300.0)));
    let mut camera = Camera::default();
    let space = Projection { at: vec![[0.0, 0.0], [1.0, 1.0]], third: vec![0.0, 2.0], q: 3, ..Projection::default() };
    camera.words_moved(&space);
    camera.deep(&ctx, rect, &PointerInput { turn: vec2(40.0, 10.0), direct: true, ..input() }, false);
    assert!(camera.follows() && camera.rotation.is_some());
    camera.deep(&ctx, rect, &PointerInput { zoom: 2.0, direct: true, ..input() }, false);
    assert!(!camera.follows());
    let rotation = camera.rotation;
    camera.reset();
    assert!(camera.follows() && camera.rotation == rotation, "another run keeps the rotation");
}
