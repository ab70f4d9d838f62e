#!/bin/sh
# Makes the manual's pages from what the tools' --help says, with help2man, and from docs/file-format.md, with lowdown:
#   make_pages.sh FOLDER_OF_TOOLS SOURCE VERSION OUTPUT
# OUTPUT gets man1/ and, where there is lowdown, man5/, and both as they are installed in compressed/. SOURCE_DATE_EPOCH is the pages' date, where it is set.
set -eu
tools=$1 source=$2 version=$3 output=$4
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -p "$output/man1"

# page NAME SEE_ALSO TOOL [COMMAND]: a page from a help text that begins with "USAGE: what it does" and has its examples,
# its exit statuses and what is to be shown as it is anywhere.
page() {
  name=$1 see=$2
  shift 2
  "$tools/$1" ${2:+"$2"} --help | LC_ALL=C.UTF-8 awk -v work="$work" -v name="$name" '
    function section(title) { printf "[%s]\n", title > include }
    function shown(line) { gsub(/\\/, "\\e", line); gsub(/-/, "\\-", line); sub(/^\./, "\\\\\\&.", line); print line > include }
    function leave() { if (inside) print ".fi" > include; inside = 0 }
    function enter(title) { if (inside == title) return; leave(); section(title); print ".nf" > include; inside = title }
    BEGIN { include = work "/include"; help = work "/help"; state = "usage" }
    state == "usage" && /^$/ { state = "text"; print "" > help; next }
    state == "usage" {
      colon = index($0, ": "); usage = colon ? substr($0, 1, colon - 1) : $0
      sub(/:$/, "", usage)
      if (colon && summary == "") summary = substr($0, colon + 2)
      print (lines++ ? "  or:  " : "Usage: ") usage > help
      next
    }
    /^Exit status: / { leave(); section("EXIT STATUS"); sub(/^Exit status: /, ""); state = "status" }
    state == "status" { print > include; next }
    /^A suite is a JSON object/ { leave(); state = "suite" }
    state == "suite" && /^What to time:/ { state = "text" }
    state == "suite" { enter("SUITES"); shown($0); next }
    /^  (curl .* \| )?mg_(run|prep|bench) / && name != "mg_prep" { enter("EXAMPLES"); shown(substr($0, 3)); next }
    { print > help }
    END {
      leave()
      sub(/\.$/, "", summary)
      print summary > (work "/summary")
    }'
  printf '[SEE ALSO]\n%s\n' "$see" >>"$work/include"
  cat >"$work/$name" <<SCRIPT
#!/bin/sh
case \$1 in --help) cat "$work/help" ;; *) echo "$name $version" ;; esac
SCRIPT
  chmod +x "$work/$name"
  help2man --no-info --section=1 --manual="MultiGraph" --source="MultiGraph $version" --name="$(cat "$work/summary")" \
    --include="$work/include" --output="$output/man1/$name.1" "$work/$name"
  rm "$work/include" "$work/help"
}

commands="convert generate info verify export"
of_prep=
for command in $commands; do of_prep="$of_prep.BR mg_prep-$command (1),
"; done
others='.BR mg_bench (1),
.BR multigraph-file-format (5)'
page mg_run ".BR mg_prep (1),
$others" mg_run
page mg_prep "$of_prep.BR mg_run (1),
$others" mg_prep
page mg_bench ".BR mg_run (1),
.BR mg_prep (1)" mg_bench
for command in $commands; do
  page "mg_prep-$command" ".BR mg_prep (1),
.BR mg_run (1),
$others" mg_prep "$command"
done

if command -v lowdown >/dev/null; then
  mkdir -p "$output/man5"
  {
    echo '# NAME'
    echo
    sed -n '1s/^# The prepared graph file.*, /multigraph-file-format - the prepared graph of MultiGraph, /p' \
      "$source/docs/file-format.md"
    echo
    echo '# DESCRIPTION'
    sed 1d "$source/docs/file-format.md"
  } | lowdown -s -Tman -M title=MULTIGRAPH-FILE-FORMAT -M section=5 -M source="MultiGraph $version" \
    -M volume=MultiGraph |
    # Titles on their headings' lines, where indexes look for them; and no word of a narrow cell is drawn apart.
    sed -e '/^\.S[HS]$/{N;s/\n/ /}' -e '/^\.TH/a .nh\n.ad l' -e 's/^tab(|) expand allbox;/tab(|) allbox;/' \
      >"$output/man5/multigraph-file-format.5"
fi

for page in "$output"/man[15]/*.[15]; do
  compressed=$output/compressed${page#"$output"}.gz
  mkdir -p "$(dirname "$compressed")"
  gzip -9nc "$page" >"$compressed"
done
