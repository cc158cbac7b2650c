import { closeSync, openSync } from 'node:fs'
import { join } from 'node:path'

// What the two ends of the socket have in common.

/** In the data folder, for its owner alone; holds the socket, and for each copy a folder, which is itself a data folder. */
export const copiesFolder = 'copies'
const socketName = 'socket'

export type CopyAnswer = { copy: string; stood_still_ms: number } | { error: string }

/** The address of a socket is 108 bytes in Linux, with a zero at its end. */
const addressBytes = 107

/** A path to the socket that fits, until it is released. */
export function reachSocket(folder: string): { path: string; release(): void } {
  const path = join(folder, copiesFolder, socketName)
  if (Buffer.byteLength(path) <= addressBytes) return { path, release: () => undefined }
  const opened = openSync(join(folder, copiesFolder), 'r')
  return { path: `/proc/self/fd/${opened}/${socketName}`, release: () => closeSync(opened) }
}
