# Prints what zsh offers for $LINE, one `HIT:` a line: completion works in a terminal only, so that zsh runs in one of zsh's own.
zmodload zsh/zpty
zpty terminal zsh -f -i
zpty -w terminal 'PROMPT='
zpty -w terminal 'autoload -Uz compinit && compinit -u -D'
zpty -w terminal 'source <("$PROGRAM" completions zsh)'
# By -O, -A and -D functions only look. In a terminal there are no comments.
zpty -w terminal '
compadd() {
    local -a hits
    if [[ " ${@[1,(i)(-|--)]} " != *" -"(O|A|D)" "* ]]; then
        builtin compadd -A hits "$@"
        (( ! $#hits )) || print -l -- HIT:$^hits
    fi
    builtin compadd "$@"
}
zle -C offer complete-word _main_complete
bindkey "^I" offer
comppostfuncs=(exit)
'
zpty -w terminal 'echo REA""DY'
until [[ $line == *READY* ]]; do zpty -r terminal line || exit 1; done
zpty -n -w terminal "$LINE"$'\t'
while zpty -r terminal line; do
    [[ $line != *HIT:* ]] || print -r -- ${${line##*HIT:}%%[[:space:]]#}
done
