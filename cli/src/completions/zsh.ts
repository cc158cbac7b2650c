import type { Command } from '../command.ts'
import { firstWords, leadingValues, optionValues, secondWords, takesFile, wordsBehind } from './candidates.ts'

export function zshCompletion(commands: readonly Command[]): string {
  const values = optionValues(commands).map(({ name, choices }) =>
    choices === 'paths'
      ? `    --${name}) _files; return ;;`
      : `    --${name}) compadd -- ${choices.join(' ')}; return ;;`,
  )
  const cases = commands
    .toSorted((a, b) => b.name.length - a.name.length)
    .map((command) => {
      const files = takesFile(command) ? '_files; ' : ''
      return `    "${command.name} "*) ${files}compadd -- ${wordsBehind(commands, command).join(' ')} ;;`
    })
  const seconds = firstWords(commands)
    .filter((first) => !commands.some(({ name }) => name === first))
    .map((first) => `    "${first} "*) compadd -- ${secondWords(commands, first).join(' ')} ;;`)
  return `#compdef polegraph
# Completes polegraph in zsh: write it to a file _polegraph in a folder of $fpath.
_polegraph() {
  local option="\${words[CURRENT-1]}"
  local -a given=("\${(@)words[2,CURRENT-1]}")
  while [[ "\${given[1]}" == -* ]]; do
    [[ "\${given[1]}" == --(${leadingValues.join('|')}) ]] && shift given
    (( $#given )) && shift given
  done
  local before="\${(j: :)given} "
  if [[ "\${words[CURRENT]}" == --*=* ]]; then
    option="\${words[CURRENT]%%=*}"
    compset -P '*='
  fi
  case "$option" in
${values.join('\n')}
  esac
  case "$before" in
${[...cases, ...seconds].join('\n')}
    *) compadd -- ${firstWords(commands).join(' ')} ;;
  esac
}
# The first completion runs this file itself; whoever reads it with \`source\` only wants to have the function.
if [[ "\${funcstack[1]}" == _polegraph ]]; then _polegraph "$@"; else compdef _polegraph polegraph; fi
`
}
