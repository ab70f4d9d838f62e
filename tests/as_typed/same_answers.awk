# Whether two runs gave the same answer, as they printed it or wrote it with -o: two files of the same form. Says
# nothing if so, and otherwise what differs first, in one line.
#
# Of what a run prints, the facts of its result and the list of --top are its answer; `iterations` and `residual` are
# not, for they say how it was found. Whole numbers and words are the same or not; other numbers may differ by 1e-4 of
# themselves or by a millionth of the largest beside them. Of several right parents either is right: one must be there
# on both sides or on none, and be no farther away than its child.

BEGIN { FS = "\t" }

function problem(text) {
  if (!found) print text
  found = 1
}

function size(x) { return x < 0 ? -x : x }
function is_whole(text) { return text ~ /^-?[0-9]+$/ }
function is_number(text) { return text ~ /^-?[0-9.]+(e[-+]?[0-9]+)?$/ }

function alike(a, b, largest) {
  if (a == b) return 1
  if (is_whole(a) && is_whole(b) || !is_number(a) || !is_number(b)) return 0
  return size(a - b) <= 1e-4 * size(a) + 1e-6 * largest
}

# fact FILE NAME VALUE: one that must be alike.
function fact(file, name, value) {
  if (name ~ /^(iterations|residual)$/) return
  if (file == 1) {
    facts[name] = value
    ++left
  } else if (!(name in facts)) {
    problem(name " is on one side alone")
  } else {
    if (!alike(facts[name], value, 0)) problem(name " is " facts[name] " and " value)
    --left
  }
}

# facts_of FILE TEXT PATTERN: "reached 1,024, depth 3", or the members of a JSON object.
function facts_of(file, text, pattern,   part, count, i, at) {
  count = split(text, part, pattern)
  for (i = 1; i <= count; ++i) {
    gsub(/"/, "", part[i])
    at = match(part[i], /[ :]/)
    value = substr(part[i], at + 1)
    gsub(/,/, "", value)
    fact(file, substr(part[i], 1, at - 1), value)
  }
}

function check_parent(parent, value) {
  if (parent == -1) return
  if (!(parent in value_of)) problem("line " FNR ": there is no vertex " parent)
  else if (value_of[parent] + 0 > value + 0) problem("line " FNR ": " parent " is farther away than its child")
}

FNR == 1 {
  ++file
  is_table = $1 == "vertex" && NF > 1
  listing = 0
}

is_table && FNR == 1 {
  if (file == 1) header = $0
  else if ($0 != header) problem("the columns are " header " and " $0)
  for (i = 1; i <= NF; ++i) is_parent[i] = $i == "parent"
  next
}
is_table && file == 1 {
  row[FNR] = $0
  value_of[$1] = $2
  for (i = 2; i <= NF; ++i) if (size($i) > largest[i] && is_number($i)) largest[i] = size($i)
  rows = FNR
  next
}
is_table {
  if (split(row[FNR], before, "\t") != NF || before[1] != $1) problem("line " FNR " is " row[FNR] " and " $0)
  for (i = 2; i <= NF; ++i) {
    if (!is_parent[i]) {
      if (!alike(before[i], $i, largest[i])) problem("line " FNR " is " row[FNR] " and " $0)
    } else {
      if ((before[i] == -1) != ($i == -1)) problem("line " FNR " has a parent on one side alone: " row[FNR] " and " $0)
      check_parent(before[i], before[2])
      check_parent($i, $2)
    }
  }
  last = FNR
  next
}

/^result / {
  sub(/^result +/, "")
  facts_of(file, $0, ", ")
}
/^\{.*"result":\{/ {
  sub(/.*"result":\{/, "")
  sub(/\}.*/, "")
  facts_of(file, $0, ",")
}
/^[0-9]+ of largest .*:$/ { listing = 1; place = 0; next }
listing && /^  / {
  split($0, entry, " ")
  ++place
  if (file == 1) {
    top_value[place] = entry[2]
    top_of[entry[1]] = entry[2]
    places = place
  } else {
    # Vertices of like values may have changed places; those of the last place, with others that are not listed.
    if (!alike(top_value[place], entry[2], 0)) problem("place " place " has " top_value[place] " and " entry[2])
    if (entry[1] in top_of) {
      if (!alike(top_of[entry[1]], entry[2], 0)) problem(entry[1] " has " top_of[entry[1]] " and " entry[2])
    } else if (!alike(top_value[places], entry[2], 0)) {
      problem(entry[1] " is listed on one side alone")
    }
    last_place = place
  }
  next
}
{ listing = 0 }

END {
  if (file != 2) problem("one side is empty")
  if (left != 0) problem(left " facts are on one side alone")
  if (rows != last) problem("one side has " rows " lines and the other " last)
  if (places != last_place) problem("the lists have " places " and " last_place " places")
}
