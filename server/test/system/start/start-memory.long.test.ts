import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it, onTestFinished } from 'vitest'

const main = resolve(import.meta.dirname, '../../../src/main.ts')

/** As `npm start` has them. */
const flags = ['--disable-warning=ExperimentalWarning', '--max-semi-space-size=8', '--max-old-space-size=1024']

/** The most memory that a start takes, in megabytes, from its first moment until nothing is left to do. */
async function peakOfStart(folder: string): Promise<number> {
  const child = spawn(process.execPath, [...flags, main], {
    env: { PATH: process.env.PATH, MALLOC_ARENA_MAX: '2', DATA_DIR: folder, PORT: '0' },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const ended = once(child, 'exit')
  try {
    for await (const line of child.stderr) if (String(line).includes('"msg":"ready"')) break
    // Code that ran often is optimised in the background, and that is done when the process comes to rest.
    for (let last = -1, used = 0; used - last > 3; last = used, used = cpuTicks(child.pid)) await sleep(500)
    const peak = /VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))
    return Number(peak?.[1]) / 1024
  } finally {
    child.kill('SIGTERM')
    await ended
  }
}

function cpuTicks(pid: number | undefined): number {
  // The second field, in brackets, may hold spaces.
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  return Number(fields[11]) + Number(fields[12])
}

// Read from /proc, which Linux alone has.
describe.runIf(process.platform === 'linux')('starting with the embedded database', () => {
  it('has no peak of memory, on an empty folder or a later start', { timeout: 120_000 }, async () => {
    const folder = mkdtempSync(join(tmpdir(), 'polegraph-start-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    expect(await peakOfStart(folder)).toBeLessThan(600)
    expect(await peakOfStart(folder)).toBeLessThan(520)
  })
})
