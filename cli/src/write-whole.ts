import {
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { ofFile } from './failure.ts'

/**
 * Writes a file that is there whole or not at all: it is written beside its place, and moved when it is complete. What is no
 * plain file, such as a pipe or a device, is written to. Returns the number of bytes.
 */
export async function writeWhole(
  path: string,
  pieces: AsyncIterable<Uint8Array>,
  { mode = 0o666 }: { mode?: number } = {},
): Promise<number> {
  const isPlain = isPlainFile(path)
  // A link stays, and what it leads to is replaced.
  const place = isPlain && existsSync(path) ? realpathSync(path) : path
  const target = isPlain ? join(dirname(place), `.${process.pid}-${Date.now()}.part`) : place
  let bytes = 0
  try {
    const file = naming(path, () => openSync(target, 'w', mode))
    try {
      for await (const piece of pieces) {
        naming(path, () => writeAll(file, piece))
        bytes += piece.length
      }
      if (isPlain) naming(path, () => fsyncSync(file))
    } finally {
      closeSync(file)
    }
    if (isPlain) naming(path, () => renameSync(target, place))
    return bytes
  } catch (error) {
    if (isPlain) rmSync(target, { force: true })
    throw error
  }
}

function isPlainFile(path: string): boolean {
  const found = naming(path, () => statSync(path, { throwIfNoEntry: false }))
  if (found?.isDirectory()) throw ofFile('EISDIR', path)
  return found === undefined || found.isFile()
}

function writeAll(file: number, piece: Uint8Array): void {
  for (let at = 0; at < piece.length; ) at += writeSync(file, piece, at)
}

/** Errors name the file that the person has named. */
function naming<Result>(path: string, work: () => Result): Result {
  try {
    return work()
  } catch (error) {
    const { code } = error as { code?: string }
    throw code === undefined ? error : ofFile(code, path)
  }
}
