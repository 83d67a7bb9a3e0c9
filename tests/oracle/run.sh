#!/bin/sh
# Compares the program with the independent implementation of GAME at every ply of random games,
# under every setting of its options. Usage: run.sh PYTHON ALIBI GAME [GAMES]
set -eu
python=$1 alibi=$2 game=$3 games=${4:-60}
differ=$(dirname "$0")/differ.py
case $game in
london)
    for edition in 2016 2006; do
        for whistle in direct free; do
            "$python" "$differ" --alibi "$alibi" --game london --games "$games" \
                --option "edition=$edition" --option "whistle=$whistle"
        done
    done
    ;;
*)
    "$python" "$differ" --alibi "$alibi" --game "$game" --games "$games"
    ;;
esac
