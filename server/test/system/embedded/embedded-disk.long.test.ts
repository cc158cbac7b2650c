import { execFileSync } from 'node:child_process'
import { closeSync, mkdirSync, openSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { describe, expect, it } from 'vitest'
import { reachSocket } from '../../../src/platform/embedded/open-embedded.ts'
import {
  mayMount,
  mountDisk,
  processesOn,
  refusedStart,
  startAndStop,
  startEmbedded,
  whenReady,
} from '../../support/embedded-service.ts'
import { callService } from '../../support/harness.ts'

// A disk that gets full, or read-only, under the embedded database.

const diskBytes = 150_000_000

/** Writes a file until there is no room for another byte. */
function fill(disk: string): string {
  const path = join(disk, 'filler')
  const file = openSync(path, 'w')
  try {
    for (let bytes = 1_000_000; bytes >= 1; ) {
      try {
        writeSync(file, Buffer.alloc(bytes))
      } catch {
        bytes = Math.floor(bytes / 2)
      }
    }
  } finally {
    closeSync(file)
  }
  return path
}

const noRoom = (folder: string) =>
  `the data folder ${folder} cannot be used: no room is left on the disk; make room, or set DATA_DIR to another one\n`

describe.runIf(mayMount())('a disk', { timeout: 240_000 }, () => {
  it('that is full when the database is opened is named, and nothing is changed', async () => {
    const disk = mountDisk(diskBytes)
    const folder = join(disk, 'data')
    await startAndStop(folder)
    const filler = fill(disk)
    expect(await refusedStart(folder)).toEqual({ code: 1, err: noRoom(folder) })
    rmSync(filler)
    await startAndStop(folder)
  })

  it('that is read-only is named', async () => {
    const disk = mountDisk(diskBytes)
    const folder = join(disk, 'data')
    await startAndStop(folder)
    execFileSync('mount', ['-o', 'remount,ro', disk])
    expect(await refusedStart(folder)).toEqual({
      code: 78,
      err: `the data folder ${folder} cannot be used: the disk is read-only; set DATA_DIR to another one\n`,
    })
    execFileSync('mount', ['-o', 'remount,rw', disk])
    await startAndStop(folder)
  })

  it('that gets full gives 503 until there is room, and nothing that was answered is lost', async () => {
    const disk = mountDisk(diskBytes)
    const folder = join(disk, 'data')
    mkdirSync(folder)
    const program = startEmbedded(folder, { environment: { RATE_LIMIT: '0', RATE_LIMIT_ANONYMOUS: '0' } })
    const { url, key } = await whenReady(program)
    const acknowledged: string[] = []
    const write = async () => {
      const answer = await callService(url, 'POST', '/v1/project/keys', { key, body: {} })
      if (answer.status === 201) acknowledged.push(answer.body.id)
      else expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, expect.stringMatching(/^\d+$/)])
      return answer.status
    }
    for (let n = 0; n < 20; n++) expect(await write()).toBe(201)

    const filler = fill(disk)
    // Fills the log of changes, of which a part was made before: PostgreSQL panics when it cannot go on with it.
    const { connection, release } = reachSocket(folder)
    const client = new pg.Client(connection)
    client.on('error', () => undefined)
    await client.connect()
    const fillLog = async () => {
      for (;;) await client.query(`select pg_logical_emit_message(true, '', repeat('x', 1000000))`)
    }
    await expect(fillLog()).rejects.toThrow()
    release()
    await expect.poll(write, { timeout: 60_000, interval: 50 }).toBe(503)
    await expect.poll(() => program.err(), { timeout: 60_000 }).toContain('no room is left on the disk')
    // Not for a moment only.
    for (let n = 0; n < 5; n++) {
      expect(await write()).toBe(503)
      await sleep(200)
    }
    rmSync(filler)
    await expect.poll(write, { timeout: 60_000, interval: 100 }).toBe(201)
    const { body } = await callService(url, 'GET', '/v1/project/keys?limit=500', { key })
    const listed = new Set(body.keys.map(({ id }: { id: string }) => id))
    expect(acknowledged.filter((id) => !listed.has(id))).toEqual([])
    program.kill('SIGTERM')
    expect(await program.ended).toBe(0)
    expect(processesOn(folder)).toEqual([])
  })
})
