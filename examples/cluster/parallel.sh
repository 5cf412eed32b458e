#!/usr/bin/env bash
# Runs a study in shards by GNU parallel, as many at a time as this computer has cores.
#   examples/cluster/parallel.sh GRID DIR SHARDS [OPTION of parallel...]
# On several computers with one file system: … --sshloginfile NODES --workdir .
set -euo pipefail
grid=$1 out=$2 shards=$3
seq "$shards" | parallel --quote --line-buffer "${@:4}" \
  "${WORDFIELD:-wordfield}" evaluate "$grid" --out "$out" --shard "{}/$shards"
