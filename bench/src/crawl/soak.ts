import { join } from 'node:path'
import { soak as soakService } from '../../../server/test/support/soak/soak.ts'
import type { SoakMemory } from '../../../server/test/support/soak/soak-service.ts'
import { listValues, type Measurement, type Options, type Row } from '../measurement.ts'
import { readTree } from '../process-tree.ts'
import { withScratchFolder } from '../scratch-folder.ts'

// A hundred thousand mixed calls: what stays behind with each. BENCH_SOAK_CALLS makes fewer.

const calls = Number(process.env.BENCH_SOAK_CALLS ?? 100_000)
const warmUp = Math.min(5_000, Math.ceil(calls / 5))
const readings = 11
/** The most bytes that may stay behind with a call, on average; the noise of one reading over 100,000 calls is about 20. */
const targetBytes = 100
const key = `svc_${'b'.repeat(40)}`

export const soak: Measurement = {
  name: 'soak',
  describe: 'memory that stays behind with each of 100,000 mixed calls',
  run: (options) => withScratchFolder((folder) => measure(join(folder, 'data'), options)),
}

async function measure(folder: string, { progress }: Options): Promise<Row[]> {
  /** Of all processes, PostgreSQL's too. */
  const all: number[] = []
  const memories = await soakService({
    environment: { BOOTSTRAP_KEY: key, LOG_LEVEL: 'error', QUOTAS: 'invites=1000000', DATA_DIR: folder },
    ...{ key, warm_up: warmUp, calls, readings },
    onReading: (made, memory, pid) => {
      all.push(readTree(pid).megabytes)
      progress(`${made} calls: ${describe(memory)}, all processes ${all.at(-1)?.toFixed(0)} MB`)
    },
  })
  const [first, last] = [memories[0], memories.at(-1)] as [SoakMemory, SoakMemory]
  const grown = (kept(last) - kept(first)) / calls
  return [
    {
      measure: 'kept with each call',
      unit: 'bytes',
      ours: grown,
      target: { text: `< ${targetBytes} bytes`, met: grown < targetBytes },
      note: `${calls} calls; after garbage collection, first ${describe(first)}, last ${describe(last)}`,
    },
    {
      measure: `memory after ${calls} calls`,
      unit: 'MB',
      ours: all.at(-1) ?? 0,
      note: `proportional, all processes: ${listValues(all)}`,
    },
  ]
}

const kept = ({ heap, external }: SoakMemory) => heap + external

function describe({ heap, external, resident }: SoakMemory): string {
  const parts = { heap, external, resident }
  return Object.entries(parts)
    .map(([name, bytes]) => `${name} ${megabytes(bytes).toFixed(1)} MB`)
    .join(', ')
}

const megabytes = (bytes: number) => bytes / 1e6
