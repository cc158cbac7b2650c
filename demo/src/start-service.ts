import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { open, readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'

// Starts the service as `npm start` does, as another process with settings of its own: nothing of the caller's environment
// reaches it but the path of programs.

export interface RunningService {
  url: string
  key: string
  /** Rejects when the service ends by itself. */
  ended: Promise<never>
  stop(): Promise<void>
}

const root = join(import.meta.dirname, '../..')
const logLinesShown = 12

export async function startService(options: {
  folder: string
  port: number
  settings: Record<string, string>
  /** Ends a service that has not started yet. */
  signal: AbortSignal
}): Promise<RunningService> {
  const { folder, port, settings, signal } = options
  const { scripts } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as { scripts: { start: string } }
  const key = `svc_${randomBytes(24).toString('base64url')}`
  const logFile = join(folder, 'service.log')
  const log = await open(logFile, 'w')
  const child = spawn('sh', ['-c', scripts.start], {
    cwd: root,
    env: {
      PATH: `${dirname(process.execPath)}:${process.env.PATH}`,
      DATA_DIR: join(folder, 'data'),
      PORT: String(port),
      BOOTSTRAP_KEY: key,
      ...settings,
    },
    // The channel ends the service when this process is killed.
    stdio: ['ignore', 'pipe', log.fd, 'ipc'],
    // Ctrl-C in a terminal goes to all its processes; the service is stopped by us, once.
    detached: true,
  })
  const killed = () => child.kill('SIGKILL')
  // Before whatever else is done at the end: the folder is removed then, and nobody may write to it.
  process.prependOnceListener('exit', killed)
  const exited = once(child, 'exit').finally(() => process.off('exit', killed))
  const stop = () => child.kill('SIGTERM')
  signal.addEventListener('abort', stop)
  if (signal.aborted) stop()
  await log.close()
  const ended = exited.then(async ([code, signal]): Promise<never> => {
    const lines = (await readFile(logFile, 'utf8')).trimEnd().split('\n')
    throw new Error(`the service ended with ${code ?? signal}:\n${lines.slice(-logLinesShown).join('\n')}`)
  })
  ended.catch(() => undefined)
  const url = await Promise.race([addressOf(child), ended]).finally(() => signal.removeEventListener('abort', stop))
  return {
    url,
    key,
    ended,
    stop: async () => {
      stop()
      await exited
    },
  }
}

/** The address that the service prints when it listens. */
async function addressOf(child: ChildProcess): Promise<string> {
  let printed = ''
  return new Promise((resolve) => {
    child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      printed += text
      const url = /Listens\s+(\S+)/.exec(printed)?.[1]
      if (url !== undefined) resolve(url)
    })
  })
}
