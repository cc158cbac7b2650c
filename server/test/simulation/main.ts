import { type ChildProcess, fork } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { makeTemplate } from '../support/template.ts'
import { type Fault, storyOf } from './draw-play.ts'
import type { Outcome, Task } from './seed-process.ts'

// `npm run simulate -- --seeds 1000`: plays a thousand seeds, with faults and without, and says which of them end
// otherwise. A seed that fails is played again with fewer of its faults, and printed with the command that repeats it.

const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '100' },
    from: { type: 'string', default: '1' },
    seed: { type: 'string' },
    /** How often each is played: processes do not run in step, so a seed may fail now and then. */
    times: { type: 'string', default: '1' },
    'at-once': { type: 'string', default: '4' },
  },
})

const program = fileURLToPath(new URL('seed-process.ts', import.meta.url))
/** What a killed service has left in memory goes with its process. */
const playsOfAProcess = 40

function numberOf(name: 'seeds' | 'from' | 'times' | 'at-once'): number {
  const number = Number(values[name])
  if (Number.isInteger(number) && number > 0) return number
  process.stderr.write(`--${name} must be a whole number from 1 on, and is ${values[name]}\n`)
  process.exit(2)
}

const first = values.seed === undefined ? numberOf('from') : Number(values.seed)
const count = values.seed === undefined ? numberOf('seeds') : 1
const times = numberOf('times')
const atOnce = numberOf('at-once')

const say = (line: string) => process.stdout.write(`${line}\n`)

/** A process that plays several seeds at a time. */
class Player {
  readonly #child: ChildProcess
  readonly #waiting = new Map<number, { task: Task; resolve: (outcome: Outcome) => void }>()
  #left = playsOfAProcess
  #isLeaving = false

  constructor(environment: NodeJS.ProcessEnv) {
    const execArgv = ['--disable-warning=ExperimentalWarning']
    this.#child = fork(program, { env: { ...process.env, ...environment }, execArgv })
    this.#child.on('message', (outcome: Outcome) => {
      this.#waiting.get(outcome.number)?.resolve(outcome)
      this.#waiting.delete(outcome.number)
      this.#leaveWhenDone()
    })
    this.#child.on('exit', (code) => {
      this.#left = 0
      for (const { task, resolve } of this.#waiting.values()) {
        resolve({ ...task, wrong: [`the process that played it ended with ${code}`], faults: [], happened: 0 })
      }
    })
  }

  get isFresh(): boolean {
    return this.#left > 0
  }

  play(asked: Omit<Task, 'number'>): Promise<Outcome> {
    const task = { ...asked, number: --this.#left }
    return new Promise((resolve) => {
      this.#waiting.set(task.number, { task, resolve })
      this.#child.send(task)
    })
  }

  leave(): void {
    this.#isLeaving = true
    this.#leaveWhenDone()
  }

  #leaveWhenDone(): void {
    if ((this.#isLeaving || !this.isFresh) && this.#waiting.size === 0 && this.#child.connected)
      this.#child.disconnect()
  }
}

/** Hands out plays to as many processes as there are cores. */
class Players {
  readonly #environment: NodeJS.ProcessEnv
  readonly #players: (Player | undefined)[] = []

  constructor(environment: NodeJS.ProcessEnv) {
    this.#environment = environment
  }

  play(task: Omit<Task, 'number'>): Promise<Outcome> {
    // One story is played by one process.
    const at = storyOf(task.seed) % availableParallelism()
    if (!this.#players[at]?.isFresh) this.#players[at] = new Player(this.#environment)
    return (this.#players[at] as Player).play(task)
  }

  leave(): void {
    for (const player of this.#players) player?.leave()
  }
}

/** The fewest faults, of those of a seed, with which it still fails in one of three plays. */
async function shrink(failed: Outcome, players: Players): Promise<Outcome> {
  let least = failed
  for (let at = 0; at < failed.faults.length; ) {
    const all = least.only ?? failed.faults.map((_, number) => number)
    const fewer = all.filter((number) => number !== all[at])
    if (at >= all.length || fewer.length === 0) return least
    let again: Outcome | undefined
    for (let time = 0; time < 3 && !again; time++) {
      const outcome = await players.play({ seed: failed.seed, only: fewer })
      if (outcome.wrong.length > 0) again = outcome
    }
    if (again) least = again
    else at++
  }
  return least
}

function print({ seed, wrong, faults }: Outcome): void {
  say(`\nseed ${seed} fails. Again: npm run simulate -- --seed ${seed} --times 10`)
  for (const fault of faults) say(`  fault: ${describe(fault)}`)
  for (const line of wrong.slice(0, 12)) say(`  ${line}`)
  if (wrong.length > 12) say(`  and ${wrong.length - 12} more`)
}

const describe = ({ do: what, ...rest }: Fault) =>
  `${what} (${Object.entries(rest)
    .map(([name, value]) => `${name} ${value}`)
    .join(', ')})`

const { template, remove } = await makeTemplate()
const players = new Players({ TEMPLATE: JSON.stringify(template) })
const tasks = Array.from({ length: count * times }, (_, number) => ({ seed: first + (number % count) }))
let passed = 0
let happened = 0
const failed = new Set<number>()
const lanes = Array.from({ length: atOnce * availableParallelism() }, async () => {
  for (let task = tasks.shift(); task; task = tasks.shift()) {
    const outcome = await players.play(task)
    happened += outcome.happened
    if (outcome.wrong.length === 0) passed++
    else if (!failed.has(outcome.seed)) {
      failed.add(outcome.seed)
      say(`seed ${outcome.seed} fails: looking for the fewest faults`)
      print(await shrink(outcome, players))
    }
  }
})
await Promise.all(lanes)
players.leave()
await remove()
say(
  `\n${happened} faults in ${passed + failed.size} plays, ${(performance.now() / 1000 / (passed + failed.size)).toFixed(1)} s a play`,
)
say(`${passed} passed, ${failed.size} failed`)
process.exit(failed.size === 0 ? 0 : 1)
