import type { Command } from '../command.ts'
import { firstWords, leadingValues, optionValues, secondWords, takesFile, wordsBehind } from './candidates.ts'

export function bashCompletion(commands: readonly Command[]): string {
  const values = optionValues(commands).map(({ name, choices }) =>
    choices === 'paths'
      ? `    --${name}) _polegraph_files; return ;;`
      : `    --${name}) COMPREPLY=($(compgen -W "${choices.join(' ')}" -- "$current")); return ;;`,
  )
  // Longer names first: a pattern fits what begins with it.
  const cases = commands
    .toSorted((a, b) => b.name.length - a.name.length)
    .map((command) => {
      const files = takesFile(command) ? '; _polegraph_files' : ''
      return `    "${command.name} "*) candidates="${wordsBehind(commands, command).join(' ')}"${files} ;;`
    })
  const seconds = firstWords(commands)
    .filter((first) => !commands.some(({ name }) => name === first))
    .map((first) => `    "${first} "*) candidates="${secondWords(commands, first).join(' ')}" ;;`)
  const skipped = leadingValues.map((name) => `"--${name} "*`).join('|')
  return `# Completes polegraph in bash: source <(polegraph completion bash)
_polegraph_files() {
  compopt -o filenames 2> /dev/null
  mapfile -t COMPREPLY < <(compgen -f -- "$current")
}
_polegraph() {
  local current="\${COMP_WORDS[COMP_CWORD]}" previous="\${COMP_WORDS[COMP_CWORD - 1]}" before candidates
  COMPREPLY=()
  # \`=\` is a word of its own to bash, and so is each \`:\` of an address: the words before come from the line.
  if [ "$current" = = ]; then current=
  elif [ "$previous" = = ]; then previous="\${COMP_WORDS[COMP_CWORD - 2]}"
  fi
  before="\${COMP_LINE:0:COMP_POINT}"
  before="\${before% *} "
  before="\${before#* }"
  while :; do
    case "$before" in
      ${skipped}) before="\${before#* }"; before="\${before#* }" ;;
      -*) before="\${before#* }" ;;
      *) break ;;
    esac
  done
  case "$previous" in
${values.join('\n')}
  esac
  case "$before" in
${[...cases, ...seconds].join('\n')}
    *) candidates="${firstWords(commands).join(' ')}" ;;
  esac
  COMPREPLY+=($(compgen -W "$candidates" -- "$current"))
}
complete -F _polegraph polegraph
`
}
