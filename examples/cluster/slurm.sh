#!/usr/bin/env bash
#SBATCH --job-name=wordfield
#SBATCH --array=1-16
#SBATCH --ntasks=1
#SBATCH --cpus-per-task=1
#SBATCH --mem=6G
#SBATCH --time=12:00:00
#SBATCH --output=wordfield-%A-%a.log
# Runs a study as an array job, one shard a task.
#   sbatch examples/cluster/slurm.sh GRID DIR
#   sbatch --array=1-64 examples/cluster/slurm.sh GRID DIR
set -euo pipefail
grid=$1 out=$2
if [ "$SLURM_ARRAY_TASK_MIN-$SLURM_ARRAY_TASK_MAX" != "1-$SLURM_ARRAY_TASK_COUNT" ]; then
  echo "submit the whole array, from 1 on: finished cells are not made again" >&2
  exit 2
fi
exec "${WORDFIELD:-wordfield}" evaluate "$grid" --out "$out" --shard "$SLURM_ARRAY_TASK_ID/$SLURM_ARRAY_TASK_COUNT"
