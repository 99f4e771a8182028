# SPDX-License-Identifier: BSD-3-Clause
# Completion of the weft command for bash: commands, options, and the names of variables and dimensions of the file that
# the command line names.

# The first word that is a file, or nothing.
_weft_file() {
    local word
    for word in "${COMP_WORDS[@]:2}"; do
        if [[ $word != -* && -f $word ]]; then
            printf '%s' "$word"
            return
        fi
    done
}

# The last item of a list with commas is completed; $1 is what is listed, $2 comes behind each name.
_weft_names() {
    local file done='' part=$cur name
    file=$(_weft_file)
    [[ -n $file ]] || return
    if [[ $cur == *,* ]]; then
        done=${cur%,*},
        part=${cur##*,}
    fi
    compopt -o nospace
    while IFS= read -r name; do
        [[ $name == "$part"* ]] && COMPREPLY+=("$done$(printf '%q' "$name")$2")
    done < <("${COMP_WORDS[0]}" __complete "$1" "$file" 2>/dev/null)
}

_weft_words() {
    mapfile -t COMPREPLY < <(compgen -W "$1" -- "$cur")
}

_weft() {
    local cur=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD - 1]} command=${COMP_WORDS[1]}
    COMPREPLY=()
    if ((COMP_CWORD == 1)); then
        _weft_words "$("${COMP_WORDS[0]}" __complete commands 2>/dev/null)"
        return
    fi
    case $previous in
        -v)
            if [[ $command != version ]]; then
                _weft_names variables ''
                return
            fi
            ;;
        -d)
            if [[ $command == copy ]]; then
                [[ $cur == *,* ]] || _weft_names dimensions ,
                return
            fi
            ;;
        -k)
            if [[ $command == copy || $command == gen ]]; then
                _weft_words 'classic 64-bit-offset cdf5'
                return
            fi
            ;;
        --progress)
            _weft_words 'auto plain json none'
            return
            ;;
    esac
    if [[ $cur == -* ]]; then
        _weft_words "$("${COMP_WORDS[0]}" __complete options "$command" 2>/dev/null)"
    elif [[ $command == help ]]; then
        _weft_words "$("${COMP_WORDS[0]}" __complete commands 2>/dev/null)"
    else
        mapfile -t COMPREPLY < <(compgen -f -- "$cur")
        compopt -o filenames
    fi
}

complete -F _weft weft
