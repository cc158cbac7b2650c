import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { findFreePort } from '../../../scripts/private-postgres.ts'
import { type Attack, attacks, giveUp } from '../../../server/test/support/neighbours/attacks.ts'
import type { Battlefield, BattlefieldSize } from '../../../server/test/support/neighbours/battlefield.ts'
import { hostNames } from '../../../server/test/support/neighbours/hostile-site.ts'
import { callUntil, crawlOnePage, type Suffered, type Victim } from '../../../server/test/support/neighbours/victim.ts'
import { Child, service, startServer } from '../child.ts'
import { type Measurement, type Options, percentile, type Row } from '../measurement.ts'
import { readTree } from '../process-tree.ts'
import { withScratchFolder } from '../scratch-folder.ts'
import type { LoopStood } from './neighbours-service.ts'

// A project that only wants to work, beside one that attacks. BENCH_ATTACK picks attacks by a part of their name,
// BENCH_ATTACK_SECONDS says how long each lasts.

const seconds = Number(process.env.BENCH_ATTACK_SECONDS ?? 15)
const size: BattlefieldSize = { entities: 8_000, pages: 500, page_letters: 300_000, namesakes: 3_000 }
const targets = { p99_ms: 300, slowest_ms: 2_000, page_ms: 15_000, memory_mb: 300 }
const quietMs = 10_000

const script = (name: string) => fileURLToPath(new URL(name, import.meta.url))

export const neighbours: Measurement = {
  name: 'neighbours',
  describe: 'what a project suffers from an attack of another',
  run: (options) => withScratchFolder((folder) => measure(folder, options)),
}

async function measure(folder: string, options: Options): Promise<Row[]> {
  const site = new Child(
    { script: script('./neighbours-site.ts'), environment: { NAMESAKES: String(size.namesakes) } },
    { channel: true },
  )
  try {
    const { port: sitePort } = await site.ask<{ port: number }>('port')
    const hosts = join(folder, 'hosts')
    writeFileSync(hosts, hostNames.map((name) => `${name} 127.0.0.1:${sitePort}\n`).join(''))
    const port = await findFreePort()
    const server = startServer({
      ...service,
      script: script('./neighbours-service.ts'),
      environment: {
        ...{ PORT: String(port), RATE_LIMIT: '0', RATE_LIMIT_ANONYMOUS: '0', CRAWL_HOSTS_FILE: hosts },
        ...{ BOOTSTRAP_KEY: `svc_${'b'.repeat(40)}`, CRAWL_DELAY_MS: '100' },
        DATA_DIR: join(folder, 'data'),
      },
    })
    const url = `http://127.0.0.1:${port}`
    try {
      await server.answers(`${url}/readyz`, {})
      options.progress(`prepares ${size.entities} entities`)
      const field = await server.ask<Battlefield & { error?: string }>(JSON.stringify(size))
      if (field.error) throw new Error(field.error)
      const rows: Row[] = []
      const wanted = process.env.BENCH_ATTACK
      const none: Attack = {
        name: 'nothing',
        run: ({ ended }) => sleep(seconds * 1000, undefined, { signal: ended }).catch(() => undefined),
      }
      for (const [n, attack] of [none, ...attacks].entries()) {
        if (wanted && attack !== none && !attack.name.includes(wanted)) continue
        const result = await suffer(attack, n, { url, server, field })
        options.progress(`${attack.name}: ${describe(result)}`)
        rows.push(toRow(attack, result))
        if (!result.is_alive) break
      }
      return rows
    } finally {
      await server.stop().catch(() => undefined)
    }
  } finally {
    site.process.kill('SIGKILL')
  }
}

interface Result extends Suffered, LoopStood {
  page_ms: number | undefined
  memory_mb: number
  is_alive: boolean
  /** The 99th percentile of calls after the attack has ended. */
  after_ms: number
}

async function suffer(
  attack: Attack,
  n: number,
  { url, server, field }: { url: string; server: Child; field: Battlefield },
): Promise<Result> {
  const { enemy, victim: side } = field
  const victim: Victim = { url, ...side }
  const pid = server.process.pid as number
  const before = readTree(pid).megabytes
  let peak = before
  const watch = setInterval(() => {
    peak = Math.max(peak, readTree(pid).megabytes)
  }, 50)
  await server.ask<LoopStood>('loop')
  const ending = new AbortController()
  const attacker = { url, ...enemy, from: new Date(enemy.from), until: new Date(enemy.until), ended: ending.signal }
  const attacking = attack.run(attacker)
  const ended = AbortSignal.timeout(seconds * 1000)
  const crawling = sleep(1_000).then(() => crawlOnePage(victim, `/${n}-${Date.now()}`, seconds * 1000 + quietMs))
  const suffered = await callUntil(victim, ended)
  ending.abort()
  await attacking
  const stood = await server.ask<LoopStood>('loop')
  await giveUp(attacker).catch(() => undefined)
  const page_ms = await crawling
  await sleep(Math.max(0, quietMs - 3_000))
  const after = await callUntil(victim, AbortSignal.timeout(3_000))
  clearInterval(watch)
  const is_alive = server.process.exitCode === null && server.process.signalCode === null
  return { ...suffered, ...stood, page_ms, memory_mb: peak - before, is_alive, after_ms: percentile(after.calls, 0.99) }
}

const most = (values: number[]) => values.reduce((a, b) => Math.max(a, b), 0)

function describe(result: Result): string {
  const { calls, health, failures, page_ms, memory_mb, is_alive, after_ms, longest_ms, longest_cpu_ms } = result
  return [
    `${calls.length} calls, p99 ${percentile(calls, 0.99).toFixed(0)} ms, slowest ${most(calls).toFixed(0)} ms`,
    `loop ${longest_ms.toFixed(0)} ms, its own work ${longest_cpu_ms.toFixed(0)} ms`,
    `/healthz ${most(health).toFixed(0)} ms`,
    `page ${page_ms === undefined ? 'never' : `${(page_ms / 1000).toFixed(1)} s`}`,
    `memory +${memory_mb.toFixed(0)} MB`,
    `afterwards p99 ${after_ms.toFixed(0)} ms`,
    ...(is_alive ? [] : ['it died']),
    ...(failures.length > 0 ? [`${failures.length} failed: ${failures[0]}`] : []),
  ].join(', ')
}

function toRow(attack: Attack, result: Result): Row {
  const { calls, failures, page_ms = Number.POSITIVE_INFINITY, memory_mb, is_alive, after_ms } = result
  const p99 = percentile(calls, 0.99)
  const met =
    p99 < targets.p99_ms &&
    most(calls) < targets.slowest_ms &&
    page_ms < targets.page_ms &&
    memory_mb < targets.memory_mb &&
    is_alive &&
    failures.length === 0 &&
    after_ms < targets.p99_ms
  return {
    measure: `p99 beside: ${attack.name}`,
    unit: 'ms',
    ours: p99,
    target: { text: '< 300', met },
    note: describe(result),
  }
}
