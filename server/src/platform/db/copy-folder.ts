import { constants } from 'node:fs'
import { copyFile, mkdir, readdir, stat, statfs } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { DatabaseUnusable } from './database.ts'

const mb = 1024 * 1024
const filesAtOnce = 8

/** Throws when there is less room than the copy will take. */
export async function requireRoom(from: string, into: string): Promise<void> {
  const { bavail, bsize } = await statfs(into)
  const needed = await sizeOf(from)
  if (bavail * bsize > needed) return
  const [needs, has] = [needed, bavail * bsize].map((bytes) => Math.ceil(bytes / mb).toLocaleString('en'))
  throw new DatabaseUnusable(
    `a backup copies the database first: that needs ${needs} MB in ${into}, and ${has} MB are free`,
  )
}

async function sizeOf(folder: string): Promise<number> {
  const { files } = await listPaths(folder)
  const sizes = await Promise.all(files.map(async (path) => (await stat(join(folder, path))).size))
  return sizes.reduce((sum, size) => sum + size, 0)
}

/** All that is below the folder, as seen from there. */
async function listPaths(folder: string): Promise<{ folders: string[]; files: string[] }> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const pathOf = (entry: (typeof entries)[number]) => relative(folder, join(entry.parentPath, entry.name))
  return {
    folders: entries.filter((entry) => entry.isDirectory()).map(pathOf),
    files: entries.filter((entry) => entry.isFile()).map(pathOf),
  }
}

/** Copies a folder with all that is in it. File systems that can share blocks do. */
export async function copyFolder(from: string, to: string, stopping: AbortSignal): Promise<void> {
  const { folders, files } = await listPaths(from)
  for (const folder of ['', ...folders]) await mkdir(join(to, folder), { recursive: true, mode: 0o700 })
  const left = files.values()
  const copyAll = async () => {
    for (const path of left) {
      stopping.throwIfAborted()
      await copyFile(join(from, path), join(to, path), constants.COPYFILE_FICLONE)
    }
  }
  await Promise.all(Array.from({ length: filesAtOnce }, copyAll))
}
