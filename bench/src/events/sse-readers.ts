import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Moment } from './moment.ts'

// Many readers in one process, as cheap as they can be: they look for the id and for nothing else.
// Arguments: port, path, key, how many.

const [port, path, key, count] = process.argv.slice(2)
const wanted = Number(count)
/** How many readers have an event, by its id. */
const arrivals = new Map<number, number>()
const waiting = new Map<number, (arrived: Moment) => void>()
let ready = 0

function arrive(id: number): void {
  const total = (arrivals.get(id) ?? 0) + 1
  arrivals.set(id, total)
  if (total !== wanted) return
  const arrived = { at: String(process.hrtime.bigint()) }
  const tell = waiting.get(id)
  if (tell) tell(arrived)
  else last.set(id, arrived)
}

const last = new Map<number, Moment>()

function takeText(text: string): void {
  for (const [, id, hasEvent] of text.matchAll(/^id: (\d+)\n(event)?/gm)) {
    if (hasEvent) arrive(Number(id))
    else ready++
  }
}

function openReader(): void {
  const socket = connect(Number(port), '127.0.0.1')
  let rest = ''
  socket.setEncoding('latin1')
  socket.once('data', (chunk: unknown) => {
    if (!String(chunk).startsWith('HTTP/1.1 200 ')) throw new Error(`a reader was answered ${chunk}`)
  })
  socket.on('close', () => {
    throw new Error('a reader was cut off')
  })
  socket.on('data', (chunk: unknown) => {
    const text = rest + String(chunk)
    const end = text.lastIndexOf('\n\n')
    rest = text.slice(end + 2)
    if (end >= 0) takeText(text.slice(0, end + 2))
  })
  socket.on('error', (error) => {
    throw error
  })
  socket.write(`GET ${path} HTTP/1.1\r\nhost: bench\r\nauthorization: Bearer ${key}\r\n\r\n`)
}

/** Not more at a time than a server lets wait: what is dropped then comes back in seconds, or never. */
const atATime = 100

async function openAll(): Promise<void> {
  for (let open = 0; open < wanted; ) {
    for (const until = Math.min(open + atATime, wanted); open < until; open++) openReader()
    while (ready < open) await sleep(5)
  }
}

void openAll()

process.on('message', (question: string) => {
  const [verb, id] = question.split(' ')
  if (verb === 'ready') process.send?.(ready === wanted)
  if (verb !== 'last') return
  const arrived = last.get(Number(id))
  if (arrived) process.send?.(arrived)
  else waiting.set(Number(id), (late) => process.send?.(late))
})
process.on('disconnect', () => process.exit(0))
process.on('SIGTERM', () => process.exit(0))
