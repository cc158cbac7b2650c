import { setTimeout as sleep } from 'node:timers/promises'
import { GraphIndexes } from '../../src/graph/memory/load/graph-indexes.ts'
import { findNamesBy } from '../../src/graph/memory/search/search.ts'
import type { Database } from '../../src/platform/db/database.ts'
import { createLog } from '../../src/platform/log.ts'
import type { ParseThreads } from '../../src/reader/read-page/parse-threads.ts'
import { queueGraphChanges } from '../../src/webhooks/graph-changes.ts'
import type { Correction, Fault, Play } from './draw-play.ts'
import { hosts } from './draw-play.ts'
import { type MortalProcess, ProcessDied, startMortal } from './mortal-process.ts'
import type { PlayClock } from './play-clock.ts'
import { missingOf } from './played-web.ts'
import { type PlayedWorld, startWorld } from './played-world.ts'
import type { WireFault } from './wire.ts'

// Plays once: two processes on one database, a person who calls, and the faults that are given. Ends when nothing is left
// to do.

export interface Played {
  domain_id: string
  /** What every call of the person came to, in order. */
  answers: string[]
  /** Faults that happened. */
  happened: Fault[]
  world: Pick<PlayedWorld, 'accepted' | 'billed'>
  /** An answer of the service, by GET. */
  get(path: string): Promise<{ status: number; body: Body }>
}

// biome-ignore lint/suspicious/noExplicitAny: answers of many routes
type Body = any

const log = createLog({ level: 'silent' })
const findNames = findNamesBy(new GraphIndexes({ max_bytes: 1024 * 1024 }))
const roles = ['all', 'worker']
/** When nothing has moved for so long, time is moved on. */
const stillMs = 500
const lookMs = 100
const playWithinMs = 180_000
const againMs = 60
const restartAfterMs = 150
/** Far more than any call takes on a busy machine; one whose process has died ends at once. */
const answerWithinMs = 60_000
const callAgainTimes = 200

export interface PlayParts {
  play: Play
  faults: Fault[]
  environment: Record<string, string>
  key: string
  /** To look at the state from outside. */
  db: Database
  threads: ParseThreads
  clock: PlayClock
}

export async function runPlay<Result>(parts: PlayParts, judge: (played: Played) => Promise<Result>): Promise<Result> {
  const run = new PlayRun(parts)
  try {
    return await judge(await run.play())
  } finally {
    await run.stop()
  }
}

class PlayRun {
  readonly #parts: PlayParts
  readonly #writes = [0, 0]
  readonly #wrong = [{ ms: 0 }, { ms: 0 }]
  /** Only those that are ready. */
  readonly #processes: (MortalProcess | undefined)[] = []
  readonly #kill: (() => void)[] = []
  readonly #happened = new Set<Fault>()
  readonly #answers: string[] = []
  readonly #giveUpAt = performance.now() + playWithinMs
  #fullWrites = 0
  #notStarted = ''
  #isCalm = false
  #isOver = false
  #calls = 0
  #world!: PlayedWorld
  #keepers: Promise<void>[] = []

  constructor(parts: PlayParts) {
    this.#parts = parts
  }

  async play(): Promise<Played> {
    const { play } = this.#parts
    this.#world = await startWorld({
      version: play.before,
      faults: () => this.#faults,
      onHappened: (fault) => this.#happened.add(fault),
      kill: (process) => this.#kill[process]?.(),
    })
    this.#keepers = roles.map((_, process) => this.#keep(process))
    const domain_id = await this.#makeDomain()
    await this.#settleUntilTrue(domain_id)
    for (const correction of play.corrections) await this.#correct(domain_id, correction)
    this.#world.version = play.after
    await this.#call('POST', `/v1/domains/${domain_id}/recrawl`, {})
    await this.#settleUntilTrue(domain_id)
    for (const correction of play.laterCorrections) await this.#correct(domain_id, correction)
    this.#isCalm = true
    for (const wrong of this.#wrong) wrong.ms = 0
    // All is read once more in peace, in every play, so that what a fault has spoiled is what it would have been.
    await this.#call('POST', `/v1/domains/${domain_id}/recrawl`, {})
    await this.#settleUntilTrue(domain_id)
    await this.#tellAll(domain_id)
    const get = async (path: string) => {
      const { status, body } = await this.#call('GET', path)
      return { status, body }
    }
    return { domain_id, get, world: this.#world, answers: this.#answers, happened: [...this.#happened] }
  }

  get #faults(): Fault[] {
    return this.#isCalm ? [] : this.#parts.faults
  }

  /** Keeps a process running: a new one takes the place of one that was killed. */
  async #keep(process: number): Promise<void> {
    const { environment, threads, clock } = this.#parts
    while (!this.#isOver) {
      try {
        const one = await startMortal({
          environment: { ...environment, ...this.#world.sites.environment, ROLE: roles[process] as string },
          ...{ threads, clock: clock.of(this.#wrong[process] as { ms: number }), model_port: this.#world.model.port },
          onWrite: (statement) => this.#onWrite(process, statement),
          onKill: (kill) => {
            this.#kill[process] = kill
          },
        })
        this.#processes[process] = one
        while (!one.isDead() && !this.#isOver) await sleep(againMs)
        this.#processes[process] = undefined
        await one.stop()
      } catch (error) {
        if (!(error instanceof ProcessDied)) this.#notStarted = String(error)
      }
      if (!this.#isOver) await sleep(restartAfterMs)
    }
  }

  /** The tables of the job queue are asked every few seconds, whatever happens: they do not count. */
  #onWrite(process: number, statement: string): WireFault | undefined {
    if (statement.includes('pgboss.')) return undefined
    const at = ++(this.#writes[process] as number)
    const fault = this.#faults.find((one) => 'at' in one && isOfWrites(one) && one.process === process && one.at === at)
    if (fault) this.#happened.add(fault)
    if (fault?.do === 'clock') (this.#wrong[process] as { ms: number }).ms += fault.seconds * 1000
    if (fault?.do === 'full disk') this.#fullWrites = fault.writes
    if (this.#fullWrites > 0 && !this.#isCalm && !/^\s*commit/i.test(statement)) {
      this.#fullWrites--
      return 'full disk'
    }
    if (!fault || fault.do === 'clock' || fault.do === 'full disk') return undefined
    return fault.do as WireFault
  }

  async #makeDomain(): Promise<string> {
    const { id } = await this.#must('POST', '/v1/domains', { name: 'Harbour', max_spend_usd: 50 })
    const path = `/v1/domains/${id}`
    const url = this.#world.receiver_url
    await this.#must('POST', `${path}/webhooks`, { url, events: ['page.update', 'crawl.finished'] })
    await this.#must('POST', `${path}/webhooks`, { url, events: ['entity.added', 'entity.changed', 'entity.deleted'] })
    for (const host of hosts) await this.#must('POST', `${path}/sources`, { url: `http://${host}/` })
    return id
  }

  /** Waits until every page has ended as it must, and asks again for those that a fault has spoiled. */
  async #settleUntilTrue(domainId: string): Promise<void> {
    const path = `/v1/domains/${domainId}`
    const { play } = this.#parts
    for (;;) {
      await this.#waitForRest(domainId)
      if (this.#world.hasLied) {
        this.#world.hasLied = false
        await this.#call('POST', `${path}/recrawl`, {})
        continue
      }
      const { failed } = await this.#must('GET', `${path}/errors`)
      const missing = missingOf(this.#world.version, [play.before, play.after])
      const spoiled = failed.filter(({ url }: { url: string }) => !missing.has(url))
      if (spoiled.length === 0) return
      await this.#requeue(path, spoiled)
    }
  }

  async #requeue(path: string, spoiled: { id: string }[]): Promise<void> {
    const page_ids = spoiled.map(({ id }) => id)
    await this.#must('POST', `${path}/errors/requeue`, { page_ids })
  }

  /** Until no page waits, no host is held, nobody is told anything any more. Moves time on where it is waited for. */
  async #waitForRest(domainId: string): Promise<void> {
    const { db, clock } = this.#parts
    let seen = ''
    let since = performance.now()
    for (;;) {
      this.#checkTime()
      const [state] = await db.query<{ busy: number; mark: string; wait: string | null }>(
        `select (select count(*) from pages where domain_id = $1 and status = 'queued')
            + (select count(*) from crawl_hosts where holder is not null)
            + (select count(*) from webhook_deliveries where domain_id = $1 and status = 'pending') as busy,
           (select count(*) from events where domain_id = $1)::text as mark,
           least((select min(due_at) from crawl_hosts), (select min(due_at) from webhook_lanes)) as wait`,
        [domainId],
      )
      if (state?.busy === 0) return
      const mark = `${state?.mark} ${this.#world.activity()} ${this.#writes.join()}`
      if (mark !== seen) [seen, since] = [mark, performance.now()]
      else if (performance.now() - since > stillMs && !this.#world.model.isAsked()) {
        const until = state?.wait ? Date.parse(state.wait) - clock.now().getTime() : 0
        clock.advance(Math.min(Math.max(until, 2_000), 600_000))
        since = performance.now()
      }
      await sleep(lookMs)
    }
  }

  /** Changes of the graph are told every few seconds, which need not be waited for. */
  async #tellAll(domainId: string): Promise<void> {
    const { db } = this.#parts
    for (;;) {
      await queueGraphChanges(db, log, findNames)
      await this.#waitForRest(domainId)
      const behind = await db.query(
        `select from webhooks w join domains d on d.id = w.domain_id where d.id = $1 and w.graph_cursor < d.graph_seq`,
        [domainId],
      )
      if (behind.length === 0) return
      await sleep(lookMs)
    }
  }

  async #correct(domainId: string, correction: Correction): Promise<void> {
    const path = `/v1/domains/${domainId}`
    const find = async (name: string, kind: string): Promise<string | undefined> => {
      const { entities } = await this.#must('GET', `${path}/entities?kind=${kind}&limit=500`)
      return entities.find((one: { name: string }) => one.name === name)?.id
    }
    const note = (status: number) => this.#answers.push(`${JSON.stringify(correction)} ${status}`)
    if (correction.do === 'undo') {
      const { audit } = await this.#must('GET', `${path}/audit`)
      const last = audit.find(({ action, undone_by }: Body) => action !== 'undo' && !undone_by)
      if (last) note((await this.#call('POST', `${path}/audit/${last.id}/undo`, {})).status)
      return
    }
    if (correction.do === 'create') {
      note((await this.#call('POST', `${path}/entities`, { kind: 'person', name: correction.name })).status)
      return
    }
    const id = await find(correction.name, 'person')
    const other = 'other' in correction ? await find(correction.other, 'person') : undefined
    if (id === undefined || ('other' in correction && other === undefined)) return void note(0)
    switch (correction.do) {
      case 'edit': {
        const { field, value } = correction
        const body = field === 'role' ? { attributes: { role: value } } : { summary: value }
        return void note((await this.#call('PATCH', `${path}/entities/${id}`, body)).status)
      }
      case 'delete': {
        // Asked again because its answer was lost, it finds nothing.
        const { status } = await this.#call('DELETE', `${path}/entities/${id}`)
        return void note(status === 404 ? 200 : status)
      }
      case 'merge':
        return void note((await this.#call('POST', `${path}/entities/merge`, { target: id, sources: [other] })).status)
      case 'relate':
        return void note(
          (await this.#call('POST', `${path}/relationships`, { from: id, to: other, type: 'advises' })).status,
        )
    }
  }

  async #must(method: string, path: string, body?: object): Promise<Body> {
    const answer = await this.#call(method, path, body)
    if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`)
    return answer.body
  }

  /** As a careful client does: again with the same key until there is an answer that stays. */
  async #call(method: string, path: string, body?: object): Promise<{ status: number; body: Body }> {
    const headers = {
      authorization: `Bearer ${this.#parts.key}`,
      ...(method === 'POST' && { 'idempotency-key': `call-${++this.#calls}` }),
      ...(body && { 'content-type': 'application/json' }),
    }
    let last = `no process ${this.#notStarted}`
    for (let time = 0; time < callAgainTimes; time++) {
      this.#checkTime()
      const url = this.#processes[0]?.service.url
      if (url) {
        try {
          const response = await fetch(url + path, {
            ...{ method, headers, signal: AbortSignal.timeout(answerWithinMs) },
            ...(body && { body: JSON.stringify(body) }),
          })
          const text = await response.text()
          const answer = { status: response.status, body: text === '' ? undefined : JSON.parse(text) }
          const isUnderWay = answer.body?.code === 'idempotency_in_progress'
          if (answer.status < 500 && answer.status !== 429 && !isUnderWay) return answer
          // Whoever had begun it is dead: a call that lives has answered long before.
          if (isUnderWay) this.#parts.clock.advance(61_000)
          last = `${answer.status} ${text}`
        } catch (error) {
          last = String(error)
        }
      }
      await sleep(againMs)
    }
    throw new Error(`${method} ${path} had no answer: ${last}`)
  }

  #checkTime(): void {
    if (performance.now() > this.#giveUpAt)
      throw new Error(`it does not come to rest: ${this.#writes.join(' and ')} writes`)
  }

  async stop(): Promise<void> {
    this.#isOver = true
    this.#isCalm = true
    // Those that are still starting never stop by themselves.
    for (const [process, kill] of this.#kill.entries()) if (!this.#processes[process]) kill()
    await Promise.all(this.#keepers)
    await this.#world.close()
  }
}

const writeFaults = ['die before', 'die after', 'cut before', 'cut after', 'full disk', 'clock']

function isOfWrites(fault: Fault): fault is Extract<Fault, { process: number }> & { at: number } {
  return writeFaults.includes(fault.do)
}
