import { createLog } from '../../src/platform/log.ts'
import { startService } from '../../src/service/start.ts'
import { readConfig } from '../../src/settings/config.ts'
import { callService, copyDatabase, TestClock } from '../support/harness.ts'
import { openSocket, type RawAnswer, rawRequest, readAnswer } from '../support/web/raw-http.ts'

/** A request that began before the service was told to stop, and ends after. */
export async function askWhileStopping(key: string): Promise<RawAnswer> {
  const copy = await copyDatabase()
  const config = readConfig({ PORT: '0', ...copy.environment })
  const stopping = await startService({ config, clock: new TestClock(), log: createLog({ level: 'silent' }) })
  await stopping.ready
  const socket = await openSocket(stopping.url as string)
  const answer = readAnswer(socket)
  const bytes = rawRequest('GET', '/v1/project', { key })
  socket.write(bytes.subarray(0, 20))
  // The service has seen the first half once it has answered a later request.
  await callService(stopping.url as string, 'GET', '/healthz', { headers: { connection: 'close' } })
  const stopped = stopping.stop()
  socket.write(bytes.subarray(20))
  const said = await answer
  await stopped
  await copy.remove()
  return said
}
