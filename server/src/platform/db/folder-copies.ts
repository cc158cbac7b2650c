import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { chmodSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { createServer, type Server, type Socket } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Log } from '../log.ts'
import { copyFolder, requireRoom } from './copy-folder.ts'
import { type CopyAnswer, copiesFolder, reachSocket } from './copy-socket.ts'
import { type Database, DatabaseUnusable } from './database.ts'
import { databaseFolder } from './embedded.ts'
import { isFolderLocked, lockFolder } from './folder-lock.ts'

// Copies of the embedded database for other programs on this machine, who ask over a socket in the data folder. A copy is made
// between two transactions, after a checkpoint: the files are then what a killed process would leave, and the database opens
// from them. Whoever asked locks the copy while they read it, and removes it.

const lockedAgainMs = 500

export class FolderCopies {
  readonly #db: Database
  readonly #folder: string
  readonly #log: Log
  readonly #server: Server
  readonly #sockets = new Set<Socket>()
  readonly #stopping = new AbortController()
  #socket: ReturnType<typeof reachSocket> | undefined

  /** The process holds the lock of the folder. */
  constructor(options: { db: Database; folder: string; log: Log }) {
    this.#db = options.db
    this.#folder = options.folder
    this.#log = options.log
    this.#server = createServer((socket) => {
      this.#serve(socket).catch((error: unknown) =>
        this.#log.error({ err: error }, 'a copy of the database was left behind'),
      )
    })
  }

  /** Whoever may open the folder may ask. A service that cannot be asked is as good as any other, but for that. */
  async start(): Promise<void> {
    try {
      const folder = join(this.#folder, copiesFolder)
      mkdirSync(folder, { recursive: true, mode: 0o700 })
      chmodSync(folder, 0o700)
      // Left by processes that were killed. A copy that is locked is being read.
      for (const name of readdirSync(folder)) {
        if (!isFolderLocked(join(folder, name))) rmSync(join(folder, name), { recursive: true, force: true })
      }
      this.#socket = reachSocket(this.#folder)
      this.#server.listen(this.#socket.path).unref()
      await once(this.#server, 'listening')
      chmodSync(this.#socket.path, 0o600)
    } catch (error) {
      this.#log.warn({ err: error }, 'backups can be made only while the service is stopped')
    }
  }

  async stop(): Promise<void> {
    this.#stopping.abort(new DatabaseUnusable('the service is stopping; start the backup again'))
    for (const socket of this.#sockets) socket.destroy()
    // Also when it did not listen.
    await new Promise((resolve) => this.#server.close(resolve))
    this.#socket?.release()
  }

  async #serve(socket: Socket): Promise<void> {
    this.#sockets.add(socket)
    socket.on('error', () => undefined)
    const left = new Promise((resolve) => socket.once('close', resolve))
    socket.resume()
    const copy = join(this.#folder, copiesFolder, randomBytes(8).toString('hex'))
    const answer = await this.#answer(copy)
    if (!socket.destroyed) socket.write(`${JSON.stringify(answer)}\n`)
    await left
    this.#sockets.delete(socket)
    await this.#removeUnread(copy)
  }

  async #answer(copy: string): Promise<CopyAnswer> {
    try {
      return { copy, stood_still_ms: await this.#copy(copy) }
    } catch (error) {
      await rm(copy, { recursive: true, force: true })
      if (error instanceof DatabaseUnusable) return { error: error.message }
      this.#log.error({ err: error }, 'the database could not be copied')
      return { error: `the service could not copy its database: ${error instanceof Error ? error.message : error}` }
    }
  }

  /** Returns for how many milliseconds no statement ran. */
  async #copy(copy: string): Promise<number> {
    const from = databaseFolder(this.#folder)
    await mkdir(copy, { recursive: true, mode: 0o700 })
    await requireRoom(from, copy)
    // The file of the lock is ours, whoever reads the copy: that of root we could not open to see whether it is held.
    lockFolder(copy).release()
    // What this one writes, the one below need not.
    await this.#db.query('checkpoint')
    const stoodStill = await this.#db.transaction(async (tx) => {
      const begun = performance.now()
      await tx.query('checkpoint')
      await copyFolder(from, databaseFolder(copy), this.#stopping.signal)
      return Math.round(performance.now() - begun)
    })
    this.#log.info({ stood_still_ms: stoodStill }, 'copied the database for a backup')
    return stoodStill
  }

  /** Whoever asked has removed it, unless they were killed. When the service stops, they go on without it. */
  async #removeUnread(copy: string): Promise<void> {
    while (!this.#stopping.signal.aborted) {
      if (!isFolderLocked(copy)) return rm(copy, { recursive: true, force: true })
      await sleep(lockedAgainMs, undefined, { ref: false })
    }
  }
}
