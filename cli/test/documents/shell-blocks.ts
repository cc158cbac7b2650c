import { type MarkdownFile, markdownFiles } from '../../../server/test/docs/repository.ts'

// The commands of the documents: blocks of code that are marked as those of a shell.

export interface ShellBlock {
  /** The line of the document on which it begins. */
  at: number
  commands: string[]
  /** The lines of a block marked as text that follows it: what the commands print. */
  shown: string[]
}

export interface ShellDocument {
  path: string
  blocks: ShellBlock[]
}

const shellBlock = /^```sh\n(.*?)^```\n(?:\n```text\n(.*?)^```\n)?/gms

export function shellBlocks({ text }: Pick<MarkdownFile, 'text'>): ShellBlock[] {
  return [...text.matchAll(shellBlock)].map((match) => ({
    at: text.slice(0, match.index).split('\n').length,
    commands: commandsOf(match[1] ?? ''),
    shown: (match[2] ?? '').split('\n').filter((line) => line.trim() !== ''),
  }))
}

/** Every document that has commands, but for records of the past. */
export const shellDocuments: ShellDocument[] = markdownFiles
  .map((file) => ({ path: file.path, blocks: shellBlocks(file) }))
  .filter(({ blocks }) => blocks.length > 0)

/** A command goes on while a line ends with a backslash, a quotation mark is open, or a text for it has not ended. */
function commandsOf(block: string): string[] {
  const commands: string[] = []
  let command = ''
  for (const line of block.trimEnd().split('\n')) {
    command += command === '' ? line : `\n${line}`
    if (!isWhole(command)) continue
    if (!/^\s*(?:#.*)?$/.test(command)) commands.push(command)
    command = ''
  }
  return command === '' ? commands : [...commands, command]
}

function isWhole(command: string): boolean {
  if (command.endsWith('\\')) return false
  const [, mark] = /<<'(\w+)'/.exec(command) ?? []
  if (mark !== undefined) return command.endsWith(`\n${mark}`)
  let open = ''
  for (const [character] of command.replaceAll(/(?:^|\s)#.*$/gm, '').matchAll(/\\.|["']/g)) {
    if (character.startsWith('\\')) continue
    if (open === '') open = character
    else if (open === character) open = ''
  }
  return open === ''
}
