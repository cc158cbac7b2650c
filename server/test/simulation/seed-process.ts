import { randomBytes } from 'node:crypto'
import { openPostgres } from '../../src/platform/db/postgres.ts'
import { createLog } from '../../src/platform/log.ts'
import { ParseThreads } from '../../src/reader/read-page/parse-threads.ts'
import { databaseUrl, runOnServer, type Template } from '../support/template.ts'
import { drawPlay, type Fault, type Play, storyOf } from './draw-play.ts'
import { type Judged, judgePlay } from './judge-play.ts'
import { PlayClock } from './play-clock.ts'
import { runPlay } from './run-play.ts'

// Plays the seeds that its parent names, several at a time: most of a play is waiting.

export interface Task {
  /** Of this play, among those of its process. */
  number: number
  seed: number
  /** Of the faults of the seed, by their number; all if left out. */
  only?: number[]
}

export interface Outcome extends Task {
  /** Empty where all holds. */
  wrong: string[]
  faults: Fault[]
  happened: number
}

const template: Template = JSON.parse(process.env.TEMPLATE ?? '')
const log = createLog({ level: 'silent' })
const threads = new ParseThreads({ log, threads: 1 })
/** What a story without faults has left. */
const known = new Map<number, Promise<Judged>>()

async function playOn(play: Play, faults: Fault[]): Promise<Judged> {
  const { serverUrl, database, key } = template
  const name = `polegraph_play_${randomBytes(6).toString('hex')}`
  await runOnServer(serverUrl, `create database ${name} template ${database} strategy file_copy`)
  const url = databaseUrl(serverUrl, name)
  const clock = new PlayClock()
  const db = openPostgres({ connection: { connectionString: url }, clock, log, poolSize: 2 })
  const parts = { play, faults, key, db, threads, clock, environment: { DATABASE_URL: url } }
  try {
    return await runPlay(parts, (played) => judgePlay(played, { db, clock, hasFaults: faults.length > 0 }))
  } catch (error) {
    return { wrong: [error instanceof Error ? (error.stack ?? error.message) : String(error)], left: [], happened: 0 }
  } finally {
    await db.close()
    await runOnServer(serverUrl, `drop database ${name} with (force)`)
  }
}

async function playSeed({ number, seed, only }: Task): Promise<Outcome> {
  const play = drawPlay(seed)
  const faults = only ? only.flatMap((at) => play.faults[at] ?? []) : play.faults
  const plain = known.get(storyOf(seed)) ?? playOn(play, [])
  known.set(storyOf(seed), plain)
  const without = await plain
  const withFaults = await playOn(play, faults)
  const wrong = [
    ...without.wrong.map((line) => `without faults: ${line}`),
    ...withFaults.wrong,
    ...(without.wrong.length + withFaults.wrong.length > 0 ? [] : differences(without.left, withFaults.left)),
  ]
  return { number, seed, ...(only && { only }), wrong, faults, happened: withFaults.happened }
}

function differences(expected: string[], left: string[]): string[] {
  const missing = expected.filter((line) => !left.includes(line)).map((line) => `only without faults: ${line}`)
  const added = left.filter((line) => !expected.includes(line)).map((line) => `only with faults: ${line}`)
  return [...missing, ...added]
}

process.on('message', async (task: Task) => {
  process.send?.(await playSeed(task))
})
process.on('disconnect', () => process.exit(0))
process.on('unhandledRejection', (error) => {
  process.stderr.write(`unhandled: ${error instanceof Error ? error.stack : error}\n`)
})
