import { exitCodes } from './exit-codes.ts'
import { CommandFailed } from './failure.ts'
import type { Terminal } from './terminal.ts'

// Questions to whoever sits at the terminal. Without one, answers are the lines of the standard input.

const [ctrlC, ctrlD] = ['\u0003', '\u0004']

/** The answer to a question. What is `secret` is not shown while it is typed. */
export async function askPerson(terminal: Terminal, question: string, { secret = false } = {}): Promise<string> {
  const { stdin, stderr } = terminal
  const isShown = stdin.isTTY === true
  const hides = isShown && secret
  // Before the question: whoever types at once must not see it either.
  if (hides) stdin.setRawMode?.(true)
  if (isShown) stderr.write(question)
  try {
    return await readLine(terminal, hides)
  } finally {
    if (hides) {
      stdin.setRawMode?.(false)
      stderr.write('\n')
    }
    stdin.pause()
  }
}

function readLine({ stdin }: Terminal, isRaw: boolean): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = ''
    const end = (line: string | CommandFailed) => {
      stdin.off('data', read)
      stdin.off('end', close)
      if (typeof line === 'string') resolve(line)
      else reject(line)
    }
    const read = (more: string) => {
      text = isRaw ? typeKeys(text, more) : text + more
      if (isRaw && text.includes(ctrlC)) return end(interrupted())
      const at = text.search(/[\r\n]/)
      if (at >= 0) end(text.slice(0, at))
    }
    const close = () => end(text)
    stdin.setEncoding('utf8')
    stdin.on('data', read)
    stdin.on('end', close)
    stdin.resume()
  })
}

/** A terminal in raw mode hands over the keys themselves, those that delete and that end the input too. */
function typeKeys(text: string, keys: string): string {
  let typed = text
  for (const key of keys) {
    if (key === '\u007f' || key === '\b') typed = typed.slice(0, -1)
    else typed += key === ctrlD ? '\n' : key
  }
  return typed
}

const interrupted = () => new CommandFailed('interrupted', { exit_code: exitCodes.interrupted, code: 'interrupted' })
