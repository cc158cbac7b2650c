import type { Command } from '../command.ts'
import { allOptions, firstWords, optionValues, secondWords, takesFile } from './candidates.ts'

export function zshCompletion(commands: readonly Command[]): string {
  const values = optionValues(commands).map(({ name, choices }) =>
    choices === 'paths'
      ? `    --${name}) _files; return ;;`
      : `    --${name}) compadd -- ${choices.join(' ')}; return ;;`,
  )
  const cases = commands
    .toSorted((a, b) => b.name.length - a.name.length)
    .map((command) => {
      const words = [
        ...secondWords(commands, command.name),
        ...Object.keys(allOptions(command)).map((name) => `--${name}`),
      ]
      const files = takesFile(command) ? '_files; ' : ''
      return `    "${command.name} "*) ${files}compadd -- ${words.join(' ')} ;;`
    })
  const seconds = firstWords(commands)
    .filter((first) => !commands.some(({ name }) => name === first))
    .map((first) => `    "${first} "*) compadd -- ${secondWords(commands, first).join(' ')} ;;`)
  return `#compdef polegraph
# Completes polegraph in zsh: write it to a file _polegraph in a folder of $fpath.
_polegraph() {
  local before="\${(j: :)words[2,CURRENT-1]} "
  case "\${words[CURRENT-1]}" in
${values.join('\n')}
  esac
  case "$before" in
${[...cases, ...seconds].join('\n')}
    *) compadd -- ${firstWords(commands).join(' ')} ;;
  esac
}
compdef _polegraph polegraph
`
}
