import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { createConnection, type Socket } from 'node:net'
import { createInterface } from 'node:readline'
import { type CopyAnswer, reachSocket } from './copy-socket.ts'
import { DatabaseUnusable } from './database.ts'

export interface DatabaseCopy {
  /** A data folder. */
  folder: string
  /** How long the service ran no statement. */
  stood_still_ms: number
  remove(): Promise<void>
}

/** Asks the service that runs on a data folder for a copy of its database. Undefined where no service answers. */
export async function askForCopy(folder: string): Promise<DatabaseCopy | undefined> {
  const socket = await connect(folder)
  if (!socket) return undefined
  // Held until the copy is removed: the service removes the copy of whoever has left.
  socket.on('error', () => undefined)
  const lines = createInterface({ input: socket })[Symbol.asyncIterator]()
  const { value, done } = await lines.next()
  if (done) throw new DatabaseUnusable('the service ended before it had copied its database; start the backup again')
  const answer = JSON.parse(value) as CopyAnswer
  if ('error' in answer) {
    socket.destroy()
    throw new DatabaseUnusable(answer.error)
  }
  const remove = async () => {
    await rm(answer.copy, { recursive: true, force: true })
    socket.destroy()
  }
  return { folder: answer.copy, stood_still_ms: answer.stood_still_ms, remove }
}

async function connect(folder: string): Promise<Socket | undefined> {
  let reached: ReturnType<typeof reachSocket> | undefined
  try {
    reached = reachSocket(folder)
    const socket = createConnection(reached.path)
    await once(socket, 'connect')
    return socket
  } catch {
    return undefined
  } finally {
    reached?.release()
  }
}
