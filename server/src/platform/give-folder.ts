import { lchownSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** Gives a folder and all in it to a user. */
export function giveFolder(folder: string, { uid, gid }: { uid: number; gid: number }): void {
  lchownSync(folder, uid, gid)
  for (const path of readdirSync(folder, { recursive: true, encoding: 'utf8' }))
    lchownSync(join(folder, path), uid, gid)
}

/** Gives what root has written in a folder of another user to that user, whose service could not open it otherwise. */
export function giveToOwner(folder: string): void {
  const owner = statSync(folder)
  if (process.getuid?.() === 0 && owner.uid !== 0) giveFolder(folder, owner)
}
