
# Without a subcommand, options are for `run`. Clap's function takes the first FILTER for one, and wants the value of an option
# that is just being completed.
function __fish_FUNCTION_needs_command
    set -l words (commandline -opc)
    set -e words[1]
    while string match -qr -- '^--color(=|$)' "$words[1]"
        test "$words[1]" = --color; and set -e words[1]
        set -e words[1]
    end
    set -q words[1]; or return 0
    contains -- "$words[1]" SUBCOMMANDS; or set words run
    echo $words[1]
    return 1
end
