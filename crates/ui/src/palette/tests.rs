use super::{classes::DARK, *};

/// Matrices of linear RGB as seen without red, green or blue cones: Machado, Oliveira and Fernandes (2009), severity 1.
const EYES: [[[f64; 3]; 3]; 4] = [
    [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]],
    [[0.152_286, 1.052_583, -0.204_868], [0.114_503, 0.786_281, 0.099_216], [-0.003_882, -0.048_116, 1.051_998]],
    [[0.367_322, 0.860_646, -0.227_968], [0.280_085, 0.672_501, 0.047_413], [-0.011_820, 0.042_940, 0.968_881]],
    [[1.255_528, -0.076_749, -0.178_779], [-0.078_411, 0.930_809, 0.147_602], [0.004_733, 0.691_367, 0.303_900]],
];

/// CIELAB (D65) coordinates of a colour under a matrix of colour vision.
fn lab(color: Color32, eyes: &[[f64; 3]; 3]) -> [f64; 3] {
    let linear = [color.r(), color.g(), color.b()].map(|channel| {
        let share = f64::from(channel) / 255.0;
        if share <= 0.040_45 { share / 12.92 } else { ((share + 0.055) / 1.055).powf(2.4) }
    });
    let times = |matrix: &[[f64; 3]; 3], v: [f64; 3]| matrix.map(|row| row[0] * v[0] + row[1] * v[1] + row[2] * v[2]);
    let seen = times(eyes, linear).map(|share| share.clamp(0.0, 1.0));
    let to_xyz = [
        [0.412_456_4 / 0.950_47, 0.357_576_1 / 0.950_47, 0.180_437_5 / 0.950_47],
        [0.212_672_9, 0.715_152_2, 0.072_175_0],
        [0.019_333_9 / 1.088_83, 0.119_192_0 / 1.088_83, 0.950_304_1 / 1.088_83],
    ];
    let f = |t: f64| if t > 216.0 / 24389.0 { t.cbrt() } else { (24389.0 / 27.0 * t + 16.0) / 116.0 };
    let [x, y, z] = times(&to_xyz, seen).map(f);
    [116.0 * y - 16.0, 500.0 * (x - y), 200.0 * (y - z)]
}

/// Perceptual difference of two colours: CIEDE2000 as in Sharma, Wu and Dalal (2005).
fn ciede2000([l1, a1, b1]: [f64; 3], [l2, a2, b2]: [f64; 3]) -> f64 {
    let seventh = |c: f64| (c.powi(7) / (c.powi(7) + 25_f64.powi(7))).sqrt();
    let stretch = 1.0 + 0.5 * (1.0 - seventh(0.5 * (a1.hypot(b1) + a2.hypot(b2))));
    let polar = |a: f64, b: f64| ((stretch * a).hypot(b), b.atan2(stretch * a).to_degrees().rem_euclid(360.0));
    let ((c1, h1), (c2, h2)) = (polar(a1, b1), polar(a2, b2));
    let grey = c1 * c2 == 0.0;
    let turn = if grey { 0.0 } else { (h2 - h1 + 180.0).rem_euclid(360.0) - 180.0 };
    let hue = 2.0 * (c1 * c2).sqrt() * (0.5 * turn).to_radians().sin();
    let (l, c, h) = (0.5 * (l1 + l2), 0.5 * (c1 + c2), if grey { h1 + h2 } else { (h1 + 0.5 * turn).rem_euclid(360.0) });
    let cosine = |degrees: f64| degrees.to_radians().cos();
    let t = 1.0 - 0.17 * cosine(h - 30.0) + 0.24 * cosine(2.0 * h) + 0.32 * cosine(3.0 * h + 6.0) - 0.2 * cosine(4.0 * h - 63.0);
    let lightness = (l2 - l1) / (1.0 + 0.015 * (l - 50.0).powi(2) / (20.0 + (l - 50.0).powi(2)).sqrt());
    let (chroma, hue) = ((c2 - c1) / (1.0 + 0.045 * c), hue / (1.0 + 0.015 * c * t));
    let rotation = -(60.0 * (-((h - 275.0) / 25.0).powi(2)).exp()).to_radians().sin() * 2.0 * seventh(c);
    (lightness.powi(2) + chroma.powi(2) + hue.powi(2) + rotation * chroma * hue).sqrt()
}

#[test]
fn the_distance_of_colours_is_that_of_its_authors_examples() {
    for (a, b, apart) in [
        ([50.0, 2.6772, -79.7751], [50.0, 0.0, -82.7485], 2.0425),
        ([50.0, 2.5, 0.0], [73.0, 25.0, -18.0], 27.1492),
        ([2.0776, 0.0795, -1.1350], [0.9033, -0.0636, -0.5514], 0.9082),
        ([50.0, 0.0, 0.0], [50.0, -1.0, 2.0], 2.3669),
    ] {
        assert!((ciede2000(a, b) - apart).abs() < 1e-4, "{a:?} {b:?}: {}", ciede2000(a, b));
    }
}

#[test]
fn thirty_classes_differ_by_colour_and_those_of_one_shape_to_any_eyes() {
    for dark in [false, true] {
        let ground = lab(if dark { Color32::from_gray(20) } else { Color32::WHITE }, &EYES[0]);
        for i in 0..DARK.len() {
            assert!(ciede2000(lab(class_color(i, dark), &EYES[0]), ground) > 25.0, "class {i} vanishes, dark {dark}");
            for j in 0..i {
                let apart = |eyes: &[[f64; 3]; 3]| ciede2000(lab(class_color(i, dark), eyes), lab(class_color(j, dark), eyes));
                assert!(apart(&EYES[0]) > 11.0, "{i} and {j}, dark {dark}: {}", apart(&EYES[0]));
                if class_shape(i) == class_shape(j) {
                    let least = EYES.iter().map(apart).fold(f64::INFINITY, f64::min);
                    assert!(least > 17.5, "{i} and {j} have one shape, dark {dark}: {least}");
                }
            }
        }
    }
}

#[test]
fn no_two_of_many_classes_share_colour_and_shape() {
    let mut seen = std::collections::HashSet::new();
    assert!((0..DARK.len() * SHAPES).all(|class| seen.insert((class_color(class, true), class_shape(class)))));
}

/// Squared distance of two colours in RGB, each channel in 0..=255.
fn apart(a: Color32, b: Color32) -> i32 {
    let square = |x: u8, y: u8| (i32::from(x) - i32::from(y)).pow(2);
    square(a.r(), b.r()) + square(a.g(), b.g()) + square(a.b(), b.b())
}

#[test]
fn the_first_classes_differ_clearly_on_both_backgrounds() {
    for dark in [false, true] {
        let background = if dark { Color32::from_gray(20) } else { Color32::WHITE };
        for i in 0..8 {
            assert!(apart(class_color(i, dark), background) > 60 * 60, "class {i} vanishes, dark {dark}");
            for j in 0..i {
                assert!(apart(class_color(i, dark), class_color(j, dark)) > 40 * 40, "{i} and {j}, dark {dark}");
            }
        }
    }
}

#[test]
fn low_and_high_differ_from_each_other_and_from_the_ground_they_stand_on() {
    for dark in [false, true] {
        let paper = if dark { Color32::from_gray(20) } else { Color32::WHITE };
        for place in [-1.0, -0.5, 0.0, 0.5, 1.0] {
            assert!(apart(mark_color(place, dark), paper) > 100 * 100, "{place} vanishes, dark {dark}");
            assert!(apart(mark_color(place, dark), ground_color(place, dark)) > 80 * 80, "{place} on its ground, dark {dark}");
        }
        assert!(apart(mark_color(-1.0, dark), mark_color(1.0, dark)) > 120 * 120);
        assert!(mark_color(-1.0, dark).r() > mark_color(-1.0, dark).b() && mark_color(1.0, dark).b() > mark_color(1.0, dark).r());
        assert_eq!(mark_color(f32::NAN, dark), mark_color(0.0, dark));
        assert_eq!(single_color(0.0, dark), ground_color(0.0, dark));
    }
}

#[test]
fn marks_stand_out_from_their_own_side_and_the_sides_from_each_other() {
    for dark in [false, true] {
        assert_eq!(side_color(0.0, [Color32::RED; 2], dark), ground_color(0.0, dark));
        assert_eq!(side_color(f32::NAN, [Color32::RED; 2], dark), ground_color(0.0, dark));
        for i in 0..8 {
            let sides = [class_color(i, dark), class_color((i + 1) % 8, dark)];
            let grounds = [1.0, -1.0].map(|place| side_color(place, sides, dark));
            assert!(apart(grounds[0], sides[0]) > 60 * 60, "class {i}, dark {dark}");
            assert!(apart(grounds[0], grounds[1]) > 25 * 25, "class {i} and the next, dark {dark}");
        }
    }
}

#[test]
fn any_class_has_a_colour_and_a_shape() {
    assert_eq!(class_color(1000, true), class_color(1000 % DARK.len(), true));
    assert!(class_shape(1000) < SHAPES);
}

#[test]
fn a_class_has_one_colour_in_both_themes() {
    let apart = |a: Color32, b: Color32| {
        let (a, b) = (lab(a, &EYES[0]), lab(b, &EYES[0]));
        (0..3).map(|axis| (a[axis] - b[axis]).powi(2)).sum::<f64>().sqrt()
    };
    let of = |light: usize, dark: usize| apart(class_color(light, false), class_color(dark, true));
    for i in 0..DARK.len() {
        for j in 0..i {
            let gain = of(i, i) + of(j, j) - of(i, j) - of(j, i);
            assert!(gain < 30.0, "classes {i} and {j} seem exchanged in one theme: {gain}");
        }
    }
}
