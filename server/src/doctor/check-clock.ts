import type { Clock } from '../platform/clock.ts'
import type { Finding } from './finding.ts'

/** Signatures of webhooks are refused after five minutes, and certificates are judged by the day. */
const toleranceMs = 60_000
const withinMs = 5_000

/** A clock elsewhere: whose it is, and how far it is ahead of ours. */
export interface OtherClock {
  name: string
  ahead_ms: number
}

export function judgeClock(others: readonly OtherClock[]): Finding {
  const finding = (status: Finding['status'], message: string): Finding => ({ check: 'clock', status, message })
  const [first] = others
  if (!first) return finding('skipped', 'compared with no other')
  const off = others.filter(({ ahead_ms }) => Math.abs(ahead_ms) > toleranceMs)
  const [worst] = off
  if (!worst) return finding('ok', `agrees with that of ${first.name}`)
  const seconds = Math.round(Math.abs(worst.ahead_ms) / 1000).toLocaleString('en')
  const which = worst.ahead_ms > 0 ? 'behind' : 'ahead of'
  return finding(
    'failed',
    `the clock of this machine is ${seconds} s ${which} that of ${worst.name}; set it, or let it be set (NTP)`,
  )
}

/** The clock of a web server, from the date of its answer. Undefined where none answers or tells. */
export async function askClock(address: string, clock: Clock): Promise<OtherClock | undefined> {
  const { origin, host } = new URL(address)
  try {
    const asked = clock.now().getTime()
    const answer = await fetch(origin, { method: 'HEAD', redirect: 'manual', signal: AbortSignal.timeout(withinMs) })
    const told = Date.parse(answer.headers.get('date') ?? '')
    const middle = (asked + clock.now().getTime()) / 2
    return Number.isNaN(told) ? undefined : { name: host, ahead_ms: told - middle }
  } catch {
    return undefined
  }
}
