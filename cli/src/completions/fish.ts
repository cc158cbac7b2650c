import type { Command } from '../command.ts'
import { globalOptions } from '../parse-arguments.ts'
import { firstWords, takesFile } from './candidates.ts'

export function fishCompletion(commands: readonly Command[]): string {
  const lines = firstWords(commands).map((first) => {
    const about = commands.find(({ name }) => name === first)?.about ?? ''
    return `complete -c polegraph -n __fish_use_subcommand -a ${first} -d ${quote(about)}`
  })
  for (const { name, about, args, options } of commands) {
    const [first = '', second] = name.split(' ')
    const isFirst = `__fish_seen_subcommand_from ${first}`
    if (second) lines.push(`complete -c polegraph -n ${quote(isFirst)} -a ${second} -d ${quote(about)}`)
    const isHere = second ? `${isFirst}; and __fish_seen_subcommand_from ${second}` : isFirst
    if (takesFile({ args })) lines.push(`complete -c polegraph -n ${quote(isHere)} -F`)
    for (const [option, spec] of Object.entries(options)) lines.push(optionLine(option, spec, isHere))
  }
  for (const [option, spec] of Object.entries(globalOptions)) lines.push(optionLine(option, spec))
  return `# Completes polegraph in fish: write it to ~/.config/fish/completions/polegraph.fish
complete -c polegraph -f
${lines.join('\n')}
`
}

function optionLine(name: string, spec: Command['options'][string], condition?: string): string {
  const values = spec.choices
    ? ` -x -a ${quote(spec.choices.join(' '))}`
    : spec.isPath
      ? ' -r -F'
      : spec.takes
        ? ' -x'
        : ''
  return `complete -c polegraph${condition ? ` -n ${quote(condition)}` : ''} -l ${name}${values} -d ${quote(spec.about)}`
}

const quote = (text: string) => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`
