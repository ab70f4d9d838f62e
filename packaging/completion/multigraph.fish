# Completion of mg_run, mg_prep and mg_bench in fish: the tools know what may follow.
function __multigraph_complete
    set -l given (commandline -opc) (commandline -ct)
    for line in ($given[1] --complete $given[2..-1] 2>/dev/null)
        if string match -q \t'*' -- $line
            set -l before (string sub -s 2 -- $line)
            set -l begun (string sub -s (math 1 + (string length -- "$before")) -- $given[-1])
            for file in (__fish_complete_path "$begun")
                echo -- "$before$file"
            end
        else
            echo -- $line
        end
    end
end
for tool in mg_run mg_prep mg_bench
    complete -c $tool -f -a '(__multigraph_complete)'
end
