import { once } from 'node:events'
import { createServer } from 'node:net'
import { errorCode } from '../platform/db/database.ts'
import { describeListenError } from '../platform/listen-error.ts'
import type { Finding } from './finding.ts'
import type { RunningService } from './running-service.ts'

interface PortConfig {
  HOST: string
  PORT: number
  ROLE: string
}

/** Whether a start can listen. Where our own service listens, it runs already. */
export async function checkPort({ HOST, PORT, ROLE }: PortConfig, running?: RunningService): Promise<Finding> {
  const finding = (status: Finding['status'], message: string): Finding => ({ check: 'port', status, message })
  if (ROLE === 'worker') return finding('skipped', 'a worker listens to nobody')
  if (running) return finding('ok', `Polegraph ${running.version} listens on ${HOST}, port ${PORT}`)
  const server = createServer()
  try {
    server.listen(PORT, HOST)
    await once(server, 'listening')
    return finding('ok', PORT === 0 ? 'any free port is taken' : `${PORT} on ${HOST} is free`)
  } catch (error) {
    const code = errorCode(error)
    if (code !== 'EADDRINUSE') return finding('failed', describeListenError(code ?? '', { HOST, PORT }))
    return finding('failed', `port ${PORT} on ${HOST} is in use by another program; set PORT to another one`)
  } finally {
    server.close()
  }
}
