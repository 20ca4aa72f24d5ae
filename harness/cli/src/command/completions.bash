
# Joins words that bash splits at ':' and '@', which names of tests and backends contain, and splits `--option=value`.
_FUNCTION_joined() {
    local line=${COMP_LINE:0:COMP_POINT} word
    local -a words=()
    for word in "${COMP_WORDS[@]:0:COMP_CWORD}"; do
        if [[ $word == = ]]; then
            line=" ${line#*=}"
            continue
        fi
        if [[ ${#words[@]} -eq 0 || $line == [[:space:]]* ]]; then
            words+=("$word")
        else
            words[${#words[@]} - 1]+=$word
        fi
        line=${line#*"$word"}
    done
    [[ $line != =* ]] || line=" ${line#=}"
    word=${line#"${line%%[![:space:]]*}"}
    if [[ $line == [[:space:]]* ]]; then
        words+=("$word")
    else
        words[${#words[@]} - 1]+=$word
    fi

    local -a COMP_WORDS=("${words[@]}")
    local COMP_CWORD=$((${#words[@]} - 1))
    local whole=${words[COMP_CWORD]} breaks="" device=""
    # A full name of a test begins with its device, which only a run could list.
    if [[ $whole == *::dev[0-9]*::* ]]; then
        device=${whole%"${whole#*::dev[0-9]*::}"}
        COMP_WORDS[COMP_CWORD]=${whole#"$device"}
    fi
    _FUNCTION "$1" "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD - 1]}"
    # Without a subcommand a name of a test is for `run`.
    if [[ ${#COMPREPLY[@]} -eq 0 && $whole == *::* ]]; then
        COMP_WORDS=("${COMP_WORDS[0]}" run "${COMP_WORDS[@]:1}")
        COMP_CWORD=$((COMP_CWORD + 1))
        _FUNCTION "$1" "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD - 1]}"
    fi
    COMPREPLY=("${COMPREPLY[@]/#/$device}")

    # Bash replaces only what follows the last separator.
    [[ $COMP_WORDBREAKS != *:* ]] || breaks+=:
    [[ $COMP_WORDBREAKS != *@* ]] || breaks+=@
    if [[ -n $breaks && $whole == *[$breaks]* ]]; then
        COMPREPLY=("${COMPREPLY[@]#"${whole%"${whole##*[$breaks]}"}"}")
    fi
}

complete -r FUNCTION 2>/dev/null
complete -F _FUNCTION_joined -o nosort -o bashdefault -o default PROGRAM 2>/dev/null ||
    complete -F _FUNCTION_joined -o bashdefault -o default PROGRAM
