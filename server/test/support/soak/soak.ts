import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { type SoakGraph, soakCall } from './soak-calls.ts'
import type { SoakMemory } from './soak-service.ts'

// Makes many mixed calls to a service in another process, and reads how much memory it keeps in between.

const script = fileURLToPath(new URL('./soak-service.ts', import.meta.url))
/** As `npm start` has them. */
const flags = ['--disable-warning=ExperimentalWarning', '--max-semi-space-size=8', '--max-old-space-size=1024']

export interface Soak {
  environment: Record<string, string>
  /** A full key of a project of the service. */
  key: string
  /** Made before the first reading: caches fill, and code is compiled. */
  warm_up: number
  calls: number
  /** How often memory is read, the first time right after the warm-up. */
  readings: number
  /** How many calls are under way at a time. */
  at_once?: number
  onReading?(calls: number, memory: SoakMemory, pid: number): void
}

export async function soak(options: Soak): Promise<SoakMemory[]> {
  const child = spawn(process.execPath, ['--expose-gc', ...flags, script], {
    env: { PATH: process.env.PATH, PORT: '0', RATE_LIMIT: '0', LOG_LEVEL: 'warn', ...options.environment },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  const ended = once(child, 'exit')
  const failed = ended.then(([code, signal]) => Promise.reject(new Error(`the service ended with ${code ?? signal}`)))
  failed.catch(() => undefined)
  const hear = async <Answer>() => {
    const [answer] = await Promise.race([once(child, 'message'), failed])
    if (answer.error) throw new Error(answer.error)
    return answer as Answer
  }
  const ask = async <Answer>(question: string) => {
    child.send(question)
    return hear<Answer>()
  }
  try {
    const { url } = await hear<{ url: string }>()
    const created = await request(url, options.key, 'POST', '/v1/domains', { name: 'soaked' })
    const { id } = (await created.json()) as { id: string }
    const graph = await ask<SoakGraph>(JSON.stringify({ domain_id: id }))
    let next = 0
    const callUntil = async (last: number) => {
      const work = async () => {
        while (next < last) await callOnce(url, options.key, id, graph, next++)
      }
      await Promise.race([Promise.all(Array.from({ length: options.at_once ?? 4 }, work)), failed])
    }
    await callUntil(options.warm_up)
    const memories: SoakMemory[] = []
    for (let reading = 0; reading < options.readings; reading++) {
      await callUntil(options.warm_up + Math.round((options.calls * reading) / (options.readings - 1)))
      const memory = await ask<SoakMemory>('memory')
      options.onReading?.(next - options.warm_up, memory, child.pid as number)
      memories.push(memory)
    }
    return memories
  } finally {
    child.kill('SIGTERM')
    await ended
  }
}

async function callOnce(url: string, key: string, domainId: string, graph: SoakGraph, n: number): Promise<void> {
  const { method, path, body } = soakCall(domainId, graph, n)
  const answer = await request(url, key, method, path, body)
  await answer.arrayBuffer()
  // One call in a round asks for what is not there.
  if (answer.status >= 400 && answer.status !== 404) throw new Error(`${method} ${path} answered ${answer.status}`)
}

function request(url: string, key: string, method: string, path: string, body?: object): Promise<Response> {
  const headers = { authorization: `Bearer ${key}`, ...(body && { 'content-type': 'application/json' }) }
  return fetch(url + path, { method, headers, ...(body && { body: JSON.stringify(body) }) })
}
