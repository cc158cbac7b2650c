import type { Command } from '../command.ts'
import { globalOptions } from '../parse-arguments.ts'
import { firstWords, leadingValues, takesFile } from './candidates.ts'

export function fishCompletion(commands: readonly Command[]): string {
  const lines = firstWords(commands).map((first) => {
    const about = commands.find(({ name }) => name === first)?.about ?? ''
    return completeLine({ at: '', words: first, about })
  })
  for (const { name, about, args, options, choices } of commands) {
    const [first = '', second] = name.split(' ')
    if (second) lines.push(completeLine({ at: first, words: second, about }))
    if (choices) lines.push(completeLine({ at: name, words: choices().join(' ') }))
    if (takesFile({ args })) lines.push(`complete -c polegraph -n ${condition(name)} -F`)
    for (const [option, spec] of Object.entries(options)) lines.push(optionLine(option, spec, name))
  }
  for (const [option, spec] of Object.entries(globalOptions)) lines.push(optionLine(option, spec))
  return `# Completes polegraph in fish: write it to ~/.config/fish/completions/polegraph.fish
# Whether the line is that of a command: the longest name that its first words are.
function __polegraph_is -a wanted
    set -l words (commandline -opc)[2..-1]
    while string match -q -- '-*' "$words[1]"
        contains -- "$words[1]" ${leadingValues.map((name) => `--${name}`).join(' ')}; and set words $words[2..-1]
        set words $words[2..-1]
    end
    set -l two (string join -- ' ' $words[1..2])
    contains -- "$two" ${commands.flatMap(({ name }) => (name.includes(' ') ? [quote(name)] : [])).join(' ')}; or set two "$words[1]"
    test "$two" = "$wanted"
end
complete -c polegraph -f
${lines.join('\n')}
`
}

const condition = (name: string) => quote(`__polegraph_is ${quote(name)}`)

function completeLine({ at, words, about }: { at: string; words: string; about?: string }): string {
  return `complete -c polegraph -n ${condition(at)} -a ${quote(words)}${about ? ` -d ${quote(about)}` : ''}`
}

function optionLine(name: string, spec: Command['options'][string], command?: string): string {
  const values = spec.choices
    ? ` -x -a ${quote(spec.choices.join(' '))}`
    : spec.isPath
      ? ' -r -F'
      : spec.takes
        ? ' -x'
        : ''
  return `complete -c polegraph${command ? ` -n ${condition(command)}` : ''} -l ${name}${values} -d ${quote(spec.about)}`
}

const quote = (text: string) => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`
