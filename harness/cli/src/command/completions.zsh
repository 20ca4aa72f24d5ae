# Without a subcommand, options and names of tests are for `run`.
functions[_PROGRAM_of_clap]=$functions[_PROGRAM]
_PROGRAM() {
    local found=$compstate[nmatches] place=2
    _PROGRAM_of_clap "$@"
    while [[ $words[place] == --color(|=*) ]]; do
        [[ $words[place] == *=* ]] || (( place += 1 ))
        (( place += 1 ))
    done
    if (( compstate[nmatches] > found )) || [[ $words[place] == (SUBCOMMANDS) ]]; then
        return
    fi
    words=("$words[1]" run "${(@)words[2,-1]}")
    (( CURRENT += 1 ))
    _PROGRAM_of_clap "$@"
}

