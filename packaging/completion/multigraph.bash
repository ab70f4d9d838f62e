# Completion of mg_run, mg_prep and mg_bench in bash: the tools know what may follow.
_multigraph() {
  local IFS=$' \t\n' line=${COMP_LINE:0:COMP_POINT} words word broken found
  read -ra words <<<"$line"
  [[ $line == *[[:space:]] ]] && words+=("")
  word=${words[-1]}
  # Readline takes these for ends of words, and completes what follows the last of them.
  broken=
  [[ $word == *[=:\;]* ]] && broken=${word%"${word##*[=:;]}"}
  COMPREPLY=()
  while IFS= read -r found; do
    if [[ $found != $'\t'* ]]; then
      COMPREPLY+=("${found#"$broken"}")
      continue
    fi
    local before=${found#$'\t'}
    compopt -o filenames 2>/dev/null
    while IFS= read -r found; do
      found=$before$found
      COMPREPLY+=("${found#"$broken"}")
    done < <(compgen -f -- "${word#"$before"}")
  done < <("${words[0]}" --complete "${words[@]:1}" 2>/dev/null)
  # More is to follow behind these.
  [[ ${#COMPREPLY[@]} -eq 1 && ${COMPREPLY[0]} == *[=:] ]] && compopt -o nospace 2>/dev/null
  return 0
}
complete -F _multigraph mg_run mg_prep mg_bench
