import { type MarkdownFile, markdownFiles } from '../../../server/test/docs/repository.ts'

// The commands of the documents: blocks of code that are marked as those of a shell, and whole programs in TypeScript.

export interface ShellBlock {
  commands: string[]
  /** The lines of a block marked as text that follows it: what the commands print. */
  shown: string[]
}

export interface ShellDocument {
  path: string
  blocks: ShellBlock[]
}

const runnableBlock = /^```(sh|ts)\n(.*?)^```\n(?:\n```text\n(.*?)^```\n)?/gms

export function shellBlocks({ text }: Pick<MarkdownFile, 'text'>): ShellBlock[] {
  return [...text.matchAll(runnableBlock)].map(([, language, code = '', shown = '']) => ({
    commands: language === 'sh' ? commandsOf(code) : programOf(code),
    shown: shown.split('\n').filter((line) => line.trim() !== ''),
  }))
}

/** Code that imports the client and names its service stands for itself; other code is a part of something. */
function programOf(code: string): string[] {
  if (!code.startsWith('import ') || !code.includes('new Polegraph({ url')) return []
  // The package has its entry when it is packed.
  const text = code.replace("'@polegraph/sdk'", "'@polegraph/sdk/polegraph.ts'")
  return [`cat > program.mts <<'END'\n${text}END`, 'node --disable-warning=ExperimentalWarning program.mts']
}

/** Every document that has commands, but for records of the past. */
export const shellDocuments: ShellDocument[] = markdownFiles
  .map((file) => ({ path: file.path, blocks: shellBlocks(file) }))
  .filter(({ blocks }) => blocks.some(({ commands }) => commands.length > 0))

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
