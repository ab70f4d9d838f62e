#!/bin/bash
# Stands for mg_prep, mg_run and mg_bench, by the name that it is called by, while tests/as_typed.sh types what documents
# say: calls the program that PATH leads to otherwise, with the same words, and notes what came of it. A run of mg_run
# is repeated on another device, and must give the same answer: what ran on a GPU on the CPU, and where there is a GPU,
# what ran on the CPU on that. Adds a line to $AS_TYPED/calls for each call, separated by tabs: status, device, seconds,
# seconds of the repetition, what is wrong or was found right, and the command.
#
# On an emulated GPU, which is slow, graphs and samples are smaller than typed: `--scale N` is N - 8, and
# `--source random:K:SEED` draws K / 16, two at least.
set -uo pipefail

name=$(basename "$0")
here=$(dirname "$(readlink -f "$0")")
call=$(mktemp -d -p "$AS_TYPED")

find_program() {
  local folders folder
  IFS=: read -ra folders <<< "$PATH"
  for folder in "${folders[@]}"; do
    [[ $folder != "$AS_TYPED/stand-ins" && -x $folder/$name ]] || continue
    if [[ $folder/$name -ef $0 ]]; then
      echo "$AS_TYPED_BUILD/bin/$name"
    else
      echo "$folder/$name"
    fi
    return
  done
}

# as_sized WORD...: sets `words`, in which --name=value has become two, to what is typed here.
as_sized() {
  local word
  words=()
  for word in "$@"; do
    if [[ $word == --*=* ]]; then
      words+=("${word%%=*}")
      word=${word#*=}
    fi
    if [[ $AS_TYPED_GPU == emulated && ${#words[@]} -gt 0 ]]; then
      if [[ ${words[-1]} == --scale ]]; then word=$((word > 8 ? word - 8 : word)); fi
      if [[ ${words[-1]} == --source && $word =~ ^random:([0-9]+):(.*)$ ]]; then
        local drawn=$((BASH_REMATCH[1] / 16))
        word=random:$((drawn > 2 ? drawn : 2)):${BASH_REMATCH[2]}
      fi
    fi
    words+=("$word")
  done
}

# other_words DEVICE: sets `other` to the same command on that device, with files of its own. On the CPU without what is
# said of how to run it, for answers do not depend on that, and CPUs refuse what only GPUs have.
other_words() {
  local i word
  other=()
  for ((i = 0; i < ${#words[@]}; ++i)); do
    word=${words[i]}
    case $word in
      -o | --output | --trace | --report)
        ((++i))
        other+=("$word" "$call/other-$(basename "${words[i]}")")
        continue
        ;;
      --device)
        ((++i))
        continue
        ;;
      --schedule | --policy | --engine | --runs | --warmup)
        if [[ $1 == cpu ]]; then
          ((++i))
          continue
        fi
        ;;
    esac
    other+=("$word")
  done
  other+=(--device "$1")
}

# said OPTION...: the value of the first of these options that is among the words.
said() {
  local i option
  for ((i = 0; i + 1 < ${#words[@]}; ++i)); do
    for option in "$@"; do
      if [[ ${words[i]} == "$option" ]]; then
        echo "${words[i + 1]}"
        return
      fi
    done
  done
}

# arcs: of the graph that was run on, as the run tells its edges.
arcs() {
  awk '/^graph / { gsub(/,/, ""); print $4 * ($5 == "undirected" ? 2 : 1); exit }' "$call/out" "$call/err"
}

seconds_since() { awk -v from="$1" -v to="$EPOCHREALTIME" 'BEGIN { printf "%.2f", to - from }'; }

# find_difference DEVICE: repeats the run there, and prints what is not the same.
find_difference() {
  local results status=0
  other_words "$1"
  "$program" "${other[@]}" > "$call/other-out" 2> "$call/other-err" || status=$?
  if ((status != 0)); then
    echo "with --device $1, status $status: $(tail -n 1 "$call/other-err")"
    return
  fi
  awk -f "$here/same_answers.awk" "$call/out" "$call/other-out"
  results=$(said -o --output)
  [[ -n $results && $results != - ]] || return
  case $results in
    *.tsv) awk -f "$here/same_answers.awk" "$results" "$call/other-$(basename "$results")" ;;
    *) cmp "$results" "$call/other-$(basename "$results")" 2>&1 ;;
  esac
}

# judge: sets `verdict` to what is to be said of a run.
judge() {
  local typed_device difference another=""
  typed_device=$(said --device)
  if [[ $device == cpu && -z $typed_device && $AS_TYPED_GPU != none ]]; then
    another=cuda
  elif [[ $device != cpu ]]; then
    another=cpu
  fi
  [[ -n $another ]] || return
  difference=$(find_difference "$another" | head -n 1)
  if [[ $difference == *"has no form for GPUs"* ]]; then
    verdict="ok, with an engine for CPUs"
  elif [[ -n $difference ]]; then
    verdict="FAILED: not as with --device $another: $difference"
  elif [[ $another == cuda ]] && (($(arcs) >= 1000000)); then
    verdict="FAILED: $(arcs) arcs, and not taken to the GPU"
  else
    verdict="ok, as with --device $another"
  fi
}

program=$(find_program)
if [[ -z $program ]]; then
  echo "$name: command not found" >&2
  exit 127
fi
as_sized "$@"
status=0
started=$EPOCHREALTIME
"$program" "${words[@]}" > "$call/out" 2> "$call/err" || status=$?
seconds=$(seconds_since "$started")
cat "$call/out"
cat "$call/err" >&2

verdict=ok
device=""
again=0
if ((status != 0)); then
  verdict="FAILED: status $status: $(tail -n 1 "$call/err")"
elif [[ $name == mg_run ]]; then
  device=$(sed -n 's/^algorithm .*, engine [^ ]* on //p' "$call/out" "$call/err" | head -n 1)
  started=$EPOCHREALTIME
  if [[ -n $device ]]; then judge; fi
  again=$(seconds_since "$started")
fi
printf '%s\t%s\t%s\t%s\t%s\t%s\n' "$status" "$device" "$seconds" "$again" "$verdict" "$name ${words[*]}" \
  >> "$AS_TYPED/calls"
exit "$status"
