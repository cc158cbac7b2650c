import { type ExitCode, exitCodes } from './exit-codes.ts'

// Where a command runs. Tests have terminals of their own.

export interface Output {
  readonly isTTY?: boolean
  readonly columns?: number
  write(text: string | Uint8Array, done?: (error?: Error | null) => void): boolean
}

export interface Input {
  readonly isTTY?: boolean
  setRawMode?(isRaw: boolean): unknown
  setEncoding(encoding: 'utf8'): unknown
  on(event: 'data', listener: (text: string) => void): unknown
  on(event: 'end', listener: () => void): unknown
  off(event: 'data', listener: (text: string) => void): unknown
  off(event: 'end', listener: () => void): unknown
  resume(): unknown
  pause(): unknown
}

export interface Terminal {
  stdin: Input
  stdout: Output
  stderr: Output
  environment: Record<string, string | undefined>
  /** Calls the listener instead of ending the process on Ctrl-C, until the returned function is called. */
  onInterrupt(listener: () => void): () => void
  /** Registers work that `end` does before it ends the process. The returned function takes it back. */
  beforeEnd(work: () => Promise<void>): () => void
  /** Ends the process in the midst of a command. */
  end(code: ExitCode): void
}

const endingSignals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** The terminal of this process. The only place of the command line that looks at its environment. */
export function processTerminal(): Terminal {
  const { stdin, stdout, stderr, env } = process
  const undone = new Set<() => Promise<void>>()
  return {
    stdin,
    stdout,
    stderr,
    environment: env,
    onInterrupt: (listener) => {
      for (const signal of endingSignals) process.on(signal, listener)
      return () => {
        for (const signal of endingSignals) process.off(signal, listener)
      }
    },
    beforeEnd: (work) => {
      undone.add(work)
      return () => undone.delete(work)
    },
    end: (code) => {
      if (undone.size === 0) process.exit(code)
      void Promise.allSettled([...undone].map((work) => work())).then(() => process.exit(code))
    },
  }
}

/** Runs what goes on until somebody interrupts it, which aborts its signal. A second time ends the process. */
export async function untilInterrupted<Result>(
  terminal: Terminal,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result | 'interrupted'> {
  const interruption = new AbortController()
  const release = terminal.onInterrupt(() => {
    if (interruption.signal.aborted) terminal.end(exitCodes.interrupted)
    else interruption.abort()
  })
  try {
    return await work(interruption.signal)
  } catch (error) {
    if (interruption.signal.aborted) return 'interrupted'
    throw error
  } finally {
    release()
  }
}
