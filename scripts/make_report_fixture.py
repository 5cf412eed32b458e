#!/usr/bin/env python3
"""Makes what a change of the code must not change: reports of runs, and saved models with what they predict.

Usage: make_report_fixture.py PROGRAM. Runs PROGRAM on the sample data and writes tests/fixtures/reports.json and
crates/core/tests/fixtures/v3/. Sums are rounded differently by different vector instructions, so the level they ran at is kept.
"""

import json
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
FIXTURES = ROOT / "crates/core/tests/fixtures"
CORPORA = {
    "smm": "--corpus crates/core/tests/fixtures/planted/corpus.txt --threshold 1%",
    "gp": "--corpus crates/core/tests/fixtures/planted/reviews.tsv --stop-words none --threshold 1%",
    "match": "--source crates/core/tests/fixtures/planted/pairs.ja.tsv --target crates/core/tests/fixtures/planted/pairs.en.tsv --threshold 1%",
}
# One setting of the papers' grid, each objective as far as a few iterations bring it.
PAPER = {
    "smm": "--preset paper --q 2 --set gamma=1 --set c=8 --set rho=0.1 --set optimiser=lbfgs:5 --set converge=0",
    "gp": "--preset paper --q 2 --set rho=0.1 --set learn_gamma=false --set converge=0 --patience 50",
    "match": "--preset paper --q 2 --set gamma=1 --set rho=0.01 --set converge=0 --patience 50",
}
# The defaults with the map as the only component.
MAP = {
    "smm": [" --set decide_by=map --set embedding=rbf --set gamma=1 --set normalise=false --set reader=same --set map_c=0 --set start=random --set start_scale=0.05 --set word_keep_rate=0.3 --set ema_decay=0.9 --set rho=30 --set c=64", ""],
    "gp": [" --set spectral_weight=0"] * 2,
    "match": [" --set identity_weight=0 --set spectral_weight=0"] * 2,
}
RUNS = {
    model: [f"--q 2 --iterations 60{MAP[model][0]}", f"--q 10 --iterations 20{MAP[model][1]}", f"{paper} --iterations 12"]
    for model, paper in PAPER.items()
}
KEPT = ["objective", "scores", "metrics", "iterations", "best_iteration", "stop_reason", "vocabulary"]
SMALL = {
    "smm": "--corpus crates/core/tests/fixtures/v1/documents.txt --train 60% --dev 20% --test 20%",
    "gp": "--corpus crates/core/tests/fixtures/v2/reviews.tsv --train 50% --dev 30% --test 20%",
    "match": "--source crates/core/tests/fixtures/v3/ja.tsv --target crates/core/tests/fixtures/v3/en.tsv --train 60% --dev 20% --test 20%",
}
MODELS = {
    "smm": ("smm", ""),
    "smm-ten": ("smm", "--q 10"),
    "smm-geodesic": ("smm", "--set level2=ngd"),
    "smm-paper": ("smm", PAPER["smm"]),
    "gp": ("gp", ""),
    "gp-paper": ("gp", PAPER["gp"]),
    "gp-private": ("gp", "--set private=0.5 --set refit=true"),
    "match": ("match", ""),
    "match-ten": ("match", "--q 10"),
    "match-paper": ("match", PAPER["match"]),
}


def level() -> str:
    flags = Path("/proc/cpuinfo").read_text(encoding="utf-8").split()
    return "Avx512" if "avx512f" in flags else "Avx2" if "avx2" in flags else "Baseline"


def run(program: str, arguments: str) -> None:
    command = [program, *arguments.split()]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        sys.exit(f"{arguments}: {done.stderr}")


def main() -> None:
    program = sys.argv[1]
    (FIXTURES / "v3").mkdir(exist_ok=True)
    for side in ("ja", "en"):
        lines = (ROOT / f"crates/core/tests/fixtures/planted/pairs.{side}.tsv").read_text(encoding="utf-8").splitlines()[:40]
        (FIXTURES / f"v3/{side}.tsv").write_text("\n".join(lines) + "\n", encoding="utf-8")
    reports = []
    with tempfile.TemporaryDirectory() as folder:
        for model, corpus in CORPORA.items():
            for options in RUNS[model]:
                arguments = f"train {model} {corpus} {options}"
                run(program, f"{arguments} --json {folder}/r.json")
                report = json.loads(Path(folder, "r.json").read_text(encoding="utf-8"))
                reports.append({"arguments": arguments, **{key: report[key] for key in KEPT}})
    text = json.dumps({"level": level(), "runs": reports}, separators=(",", ":"))
    (ROOT / "tests/fixtures/reports.json").write_text(text + "\n", encoding="utf-8")
    for name, (model, options) in MODELS.items():
        saved, table = f"crates/core/tests/fixtures/v3/{name}.wordfield.gz", f"crates/core/tests/fixtures/v3/{name}.tsv"
        run(program, f"train {model} {SMALL[model]} {options} --threshold 1 --iterations 12 --save {saved}")
        if model == "match":
            run(program, f"match {saved} --source crates/core/tests/fixtures/v3/ja.tsv --target crates/core/tests/fixtures/v3/en.tsv --aligned --out {table}")
        else:
            corpus = SMALL[model].split(" --train")[0]
            run(program, f"predict {saved} {corpus} --out {table}")


if __name__ == "__main__":
    main()
