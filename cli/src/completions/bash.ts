import type { Command } from '../command.ts'
import { allOptions, firstWords, optionValues, secondWords, takesFile } from './candidates.ts'

export function bashCompletion(commands: readonly Command[]): string {
  const values = optionValues(commands).map(({ name, choices }) => {
    const reply =
      choices === 'paths' ? '$(compgen -f -- "$current")' : `$(compgen -W "${choices.join(' ')}" -- "$current")`
    return `    --${name}) COMPREPLY=(${reply}); return ;;`
  })
  // Longer names first: a pattern fits what begins with it.
  const cases = commands
    .toSorted((a, b) => b.name.length - a.name.length)
    .map((command) => {
      const words = [
        ...secondWords(commands, command.name),
        ...Object.keys(allOptions(command)).map((name) => `--${name}`),
      ]
      const files = takesFile(command) ? '; files=1' : ''
      return `    "${command.name} "*) candidates="${words.join(' ')}"${files} ;;`
    })
  const seconds = firstWords(commands)
    .filter((first) => !commands.some(({ name }) => name === first))
    .map((first) => `    "${first} "*) candidates="${secondWords(commands, first).join(' ')}" ;;`)
  return `# Completes polegraph in bash: source <(polegraph completion bash)
_polegraph() {
  local current="\${COMP_WORDS[COMP_CWORD]}" previous="\${COMP_WORDS[COMP_CWORD - 1]}"
  local before="\${COMP_WORDS[*]:1:COMP_CWORD - 1} " candidates files=
  case "$previous" in
${values.join('\n')}
  esac
  case "$before" in
${[...cases, ...seconds].join('\n')}
    *) candidates="${firstWords(commands).join(' ')}" ;;
  esac
  COMPREPLY=($(compgen -W "$candidates" -- "$current"))
  if [ -n "$files" ]; then COMPREPLY+=($(compgen -f -- "$current")); fi
}
complete -F _polegraph polegraph
`
}
