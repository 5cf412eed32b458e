#!/usr/bin/env python3
"""Searches the colours of classes in crates/ui/src/palette.rs and prints them with their distances.

Thirty classes take six marker shapes in turn, so five share a shape. The first eight colours are those of Okabe and Ito
(2008) as the window has them; simulated annealing places the other 22 so that, on the light and on the dark ground,
  - any two colours differ (CIEDE2000, ordinary eyes),
  - any two of one shape differ far more, also to eyes without red, green or blue cones (Machado et al. 2009, severity 1),
  - all stand out from the ground.
A class keeps its hue from one ground to the other. Needs numpy; takes about two minutes.
"""
import sys
import numpy as np

CLASSES, SHAPES = 30, 6
LIGHT8 = [[0, 114, 178], [230, 159, 0], [0, 158, 115], [204, 121, 167], [213, 94, 0], [86, 180, 233], [176, 164, 0], [70, 70, 70]]
DARK8 = [[64, 156, 222], [240, 175, 30], [20, 190, 142], [222, 146, 188], [240, 120, 40], [130, 205, 248], [240, 228, 66], [200, 200, 200]]
GROUND = {"light": [255, 255, 255], "dark": [20, 20, 20]}
# Linear RGB to what eyes without one kind of cone see: Machado, Oliveira and Fernandes (2009), severity 1.
EYES = {
    "ordinary": np.eye(3),
    "without red": np.array([[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]]),
    "without green": np.array([[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.011820, 0.042940, 0.968881]]),
    "without blue": np.array([[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.303900]]),
}
# What is wished for: any two, two of one shape to any eyes, to the ground.
WISHED = np.array([11.0, 22.0, 26.0])


def linear(rgb):
    c = np.asarray(rgb, float) / 255
    return np.where(c <= 0.04045, c / 12.92, ((c + 0.055) / 1.055) ** 2.4)


def lab(lin):
    m = np.array([[0.4124564, 0.3575761, 0.1804375], [0.2126729, 0.7151522, 0.0721750], [0.0193339, 0.1191920, 0.9503041]])
    t = np.clip(lin, 0, 1) @ m.T / np.array([0.95047, 1.0, 1.08883])
    f = np.where(t > 216 / 24389, np.cbrt(t), (24389 / 27 * t + 16) / 116)
    return np.stack([116 * f[..., 1] - 16, 500 * (f[..., 0] - f[..., 1]), 200 * (f[..., 1] - f[..., 2])], -1)


def ciede2000(a, b):
    """Sharma, Wu and Dalal (2005)."""
    l1, a1, b1 = a[..., 0], a[..., 1], a[..., 2]
    l2, a2, b2 = b[..., 0], b[..., 1], b[..., 2]
    mean = (np.hypot(a1, b1) + np.hypot(a2, b2)) / 2
    g = 0.5 * (1 - np.sqrt(mean**7 / (mean**7 + 25.0**7)))
    a1, a2 = (1 + g) * a1, (1 + g) * a2
    c1, c2 = np.hypot(a1, b1), np.hypot(a2, b2)
    h1, h2 = np.degrees(np.arctan2(b1, a1)) % 360, np.degrees(np.arctan2(b2, a2)) % 360
    dh = (h2 - h1 + 180) % 360 - 180
    dh = np.where(c1 * c2 == 0, 0, dh)
    dl, dc, big = l2 - l1, c2 - c1, 2 * np.sqrt(c1 * c2) * np.sin(np.radians(dh / 2))
    lm, cm = (l1 + l2) / 2, (c1 + c2) / 2
    hm = np.where(c1 * c2 == 0, h1 + h2, (h1 + dh / 2) % 360)
    t = 1 - 0.17 * np.cos(np.radians(hm - 30)) + 0.24 * np.cos(np.radians(2 * hm)) + 0.32 * np.cos(np.radians(3 * hm + 6)) \
        - 0.20 * np.cos(np.radians(4 * hm - 63))
    sl = 1 + 0.015 * (lm - 50) ** 2 / np.sqrt(20 + (lm - 50) ** 2)
    sc, sh = 1 + 0.045 * cm, 1 + 0.015 * cm * t
    rt = -np.sin(np.radians(60 * np.exp(-((hm - 275) / 25) ** 2))) * 2 * np.sqrt(cm**7 / (cm**7 + 25.0**7))
    return np.sqrt((dl / sl) ** 2 + (dc / sc) ** 2 + (big / sh) ** 2 + rt * (dc / sc) * (big / sh))


PAIRS = np.array([(i, j) for i in range(CLASSES) for j in range(i)])
SAME = (PAIRS[:, 0] - PAIRS[:, 1]) % SHAPES == 0


def distances(rgb, ground):
    """Least distance of any two, of two of one shape to any eyes, and to the ground."""
    lin = linear(rgb)
    plain = lab(lin)
    any_two = ciede2000(plain[PAIRS[:, 0]], plain[PAIRS[:, 1]])
    alike = PAIRS[SAME]
    shape = np.concatenate([ciede2000(seen[alike[:, 0]], seen[alike[:, 1]])
                            for seen in (lab(lin @ eyes.T) for eyes in EYES.values())])
    away = ciede2000(plain, lab(linear(ground))[None])
    return any_two, shape, away


def cost(light, dark):
    total = 0.0
    for rgb, ground in [(light, GROUND["light"]), (dark, GROUND["dark"])]:
        for found, wish in zip(distances(rgb, ground), WISHED):
            lack = np.clip(1 - found / wish, 0, None)
            total += (lack**2).sum() + 4 * lack.max()
    return total


def rgb_of(hue, chroma, light):
    """OKLCh to 8-bit RGB, chroma lowered until the colour exists."""
    for share in np.linspace(1, 0, 21):
        a, b = share * chroma * np.cos(hue), share * chroma * np.sin(hue)
        l, m, s = (light + 0.3963377774 * a + 0.2158037573 * b) ** 3, (light - 0.1055613458 * a - 0.0638541728 * b) ** 3, \
            (light - 0.0894841775 * a - 1.2914855480 * b) ** 3
        lin = np.array([4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s, -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
                        -0.0041960863 * l - 0.7034186147 * m + 1.7076147010 * s])
        if (lin > -1e-4).all() and (lin < 1 + 1e-4).all():
            lin = np.clip(lin, 0, 1)
            return np.rint(255 * np.where(lin <= 0.0031308, 12.92 * lin, 1.055 * lin ** (1 / 2.4) - 0.055)).astype(int)
    return np.zeros(3, int)


def main():
    rng = np.random.default_rng(int(sys.argv[1]) if len(sys.argv) > 1 else 7)
    free = CLASSES - len(LIGHT8)
    # hue, chroma, lightness on the light and on the dark ground
    low, high = np.array([0, 0.02, 0.28, 0.50]), np.array([2 * np.pi, 0.25, 0.74, 0.92])
    place = low + (high - low) * rng.random((free, 4))
    colours = lambda p: [rgb_of(p[0], p[1], p[2]), rgb_of(p[0], p[1], p[3])]
    pairs = np.array([colours(p) for p in place])
    light, dark = np.vstack([LIGHT8, pairs[:, 0]]), np.vstack([DARK8, pairs[:, 1]])
    now = best = cost(light, dark)
    kept = (light.copy(), dark.copy())
    rounds = 30_000
    for step in range(rounds):
        heat = 0.4 * (1 - step / rounds) ** 2
        one = rng.integers(free)
        tried = place[one] + rng.normal(size=4) * (high - low) * (0.02 + 0.2 * heat)
        tried[0] %= 2 * np.pi
        tried = np.clip(tried, low, high)
        before = (light[8 + one].copy(), dark[8 + one].copy())
        light[8 + one], dark[8 + one] = colours(tried)
        then = cost(light, dark)
        if then < now or rng.random() < np.exp((now - then) / max(heat, 1e-6) * 4):
            place[one], now = tried, then
            if now < best:
                best, kept = now, (light.copy(), dark.copy())
        else:
            light[8 + one], dark[8 + one] = before
    for name, rgb in zip(["light", "dark"], kept):
        least = [found.min() for found in distances(rgb, GROUND[name])]
        print(name, "least CIEDE2000: any two %.1f, of one shape to any eyes %.1f, to the ground %.1f" % tuple(least))
        print(",\n".join("    [%d, %d, %d]" % tuple(c) for c in rgb))


if __name__ == "__main__":
    main()
