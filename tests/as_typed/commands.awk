# The commands that a document tells people to type: those of its fenced blocks of the languages sh and bash. Lines that
# end with a backslash go on in the next one. Prints, separated by tabs,
#   LINE run COMMAND
#   LINE needs WHAT COMMAND     to be run where there is WHAT, or several, with commas between them
#   LINE excused REASON COMMAND
#   LINE wrong PROBLEM          of the document
# What is not run, or not everywhere, is said by comments right above the block, one a line, which readers do not see:
#   <!-- not run: `COMMAND`: REASON -->
#   <!-- run where there is WHAT: `COMMAND` -->     without ": `COMMAND`", it is about the whole block
#   <!-- file: NAME -->                             the block's text is that of a file, which is written to `folder`
# COMMAND is how a command begins.

function wrong(problem) { printf "%d\twrong\t%s\n", NR, problem }

function forget() {
  for (i = 1; i <= remarks; ++i) {
    if (!used[i]) wrong("no command below begins with `" beginning[i] "`")
  }
  remarks = 0
  file = ""
}

function remark(kind, text, command) {
  ++remarks
  what[remarks] = kind
  said[remarks] = text
  beginning[remarks] = command
  used[remarks] = 0
}

function tell(command,   i) {
  for (i = 1; i <= remarks; ++i) {
    if (index(command, beginning[i]) != 1) continue
    used[i] = 1
    printf "%d\t%s\t%s\t%s\n", first_line, what[i], said[i], command
    return
  }
  printf "%d\trun\t%s\n", first_line, command
}

!block && /^<!-- not run: `[^`]+`: .+ -->$/ {
  split($0, part, "`")
  remark("excused", substr(part[3], 3, length(part[3]) - 6), part[2])
  next
}
!block && /^<!-- run where there is [^`]+: `[^`]+` -->$/ {
  split($0, part, "`")
  sub(/^<!-- run where there is /, "", part[1])
  remark("needs", substr(part[1], 1, length(part[1]) - 2), part[2])
  next
}
!block && /^<!-- run where there is [^`]+ -->$/ {
  sub(/^<!-- run where there is /, "")
  remark("needs", substr($0, 1, length($0) - 4), "")
  next
}
!block && /^<!-- file: [^\/ ]+ -->$/ {
  file = folder "/" $3
  next
}
!block && /^<!--/ { wrong("this comment is none of those that are known: " $0); next }
!block && /^```(sh|bash)$/ { block = "commands"; command = ""; next }
!block && /^```[a-z]+$/ {
  block = file == "" ? "other" : "file"
  next
}
!block && /^```/ { block = "other"; next }
!block && NF { forget(); next }
block && /^```$/ {
  if (block == "file") close(file)
  block = ""
  forget()
  next
}
block == "file" { print > file }
block == "commands" && (command != "" || NF) {
  if (command == "") first_line = NR
  sub(/^ +/, command == "" ? "" : " ")
  goes_on = sub(/ *\\$/, "")
  command = command $0
  if (goes_on) next
  tell(command)
  command = ""
}
