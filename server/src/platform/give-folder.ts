import { lchownSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** Gives what root has written in a folder of another user to that user, whose service could not open it otherwise. */
export function giveToOwner(folder: string): void {
  const { uid, gid } = statSync(folder)
  if (process.getuid?.() !== 0 || uid === 0) return
  for (const path of readdirSync(folder, { recursive: true, encoding: 'utf8' }))
    lchownSync(join(folder, path), uid, gid)
}
