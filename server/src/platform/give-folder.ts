import { chownSync, lchownSync, readdirSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** Gives a folder and all in it to a user. The folder may be named by a link. */
export function giveFolder(folder: string, { uid, gid }: { uid: number; gid: number }): void {
  chownSync(folder, uid, gid)
  for (const path of readdirSync(folder, { recursive: true, encoding: 'utf8' }))
    lchownSync(join(folder, path), uid, gid)
}

/** Gives a file that root has written in a folder of another user to that user, whose service could not open it otherwise. */
export function giveFileToOwner(file: string): void {
  const { uid, gid } = statSync(dirname(file))
  if (process.getuid?.() === 0 && uid !== 0) lchownSync(file, uid, gid)
}
