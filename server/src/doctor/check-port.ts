import { once } from 'node:events'
import { createServer } from 'node:net'
import { errorCode } from '../platform/db/database.ts'
import { describeListenError } from '../platform/listen-error.ts'
import type { Finding } from './finding.ts'
import { mayUse, type RunningService } from './running-service.ts'

interface PortConfig {
  HOST: string
  PORT: number
  ROLE: string
  DATABASE_URL?: string | undefined
  DATA_DIR: string
}

/** Whether a start can listen. Where our own service listens, it runs already. */
export async function checkPort(config: PortConfig, running?: RunningService): Promise<Finding> {
  const { HOST, PORT, ROLE } = config
  const finding = (status: Finding['status'], message: string): Finding => ({ check: 'port', status, message })
  if (ROLE === 'worker') return finding('skipped', 'a worker listens to nobody')
  const isTaken = `port ${PORT} on ${HOST} is in use by another`
  if (running && !mayUse(running, config)) {
    return finding('failed', `${isTaken} Polegraph, which has not this database; set PORT to another one`)
  }
  if (running) return finding('ok', `Polegraph ${running.version} listens on ${HOST}, port ${PORT}`)
  const server = createServer()
  try {
    server.listen(PORT, HOST)
    await once(server, 'listening')
    return finding('ok', PORT === 0 ? 'any free port is taken' : `${PORT} on ${HOST} is free`)
  } catch (error) {
    const code = errorCode(error)
    if (code !== 'EADDRINUSE') return finding('failed', describeListenError(code ?? '', { HOST, PORT }))
    return finding('failed', `${isTaken} program; set PORT to another one`)
  } finally {
    server.close()
  }
}
