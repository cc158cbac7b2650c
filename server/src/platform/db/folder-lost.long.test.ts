import { mkdtemp, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, vi } from 'vitest'
import { systemClock } from '../clock.ts'
import { openEmbedded } from '../embedded/open-embedded.ts'
import { createLog } from '../log.ts'

const open = (folder: string, onFolderLost: () => void) =>
  openEmbedded({ folder, clock: systemClock, log: createLog({ level: 'silent' }), onFolderLost })

it('says once that the folder of the embedded database was removed or moved', { timeout: 60_000 }, async () => {
  const parent = await mkdtemp(join(tmpdir(), 'polegraph-lost-'))
  const [removed, moved, kept] = [vi.fn(), vi.fn(), vi.fn()]
  const databases = [
    await open(join(parent, 'removed'), removed),
    await open(join(parent, 'moved'), moved),
    await open(join(parent, 'kept'), kept),
  ]
  await rm(join(parent, 'removed'), { recursive: true })
  await rename(join(parent, 'moved'), join(parent, 'elsewhere'))
  await expect.poll(() => [removed, moved].map(({ mock }) => mock.calls.length), { timeout: 30_000 }).toEqual([1, 1])
  expect(kept).not.toHaveBeenCalled()
  await Promise.allSettled(databases.map((db) => db.close()))
  await rm(parent, { recursive: true })
})
