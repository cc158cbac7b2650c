import { statfs } from 'node:fs/promises'
import { nearestExisting } from '../platform/db/data-folder.ts'
import type { Finding } from './finding.ts'

const mb = 1024 * 1024
/** A crawl of some thousand pages writes about as much. */
const littleBytes = 1024 * mb
/** With less space than this the embedded database cannot even start. */
const nothingBytes = 100 * mb

/** Whether there is room where the service writes. */
export async function checkDisk(folder: string): Promise<Finding> {
  const { bavail, bsize } = await statfs(nearestExisting(folder))
  return judgeRoom(folder, bavail * bsize)
}

export function judgeRoom(folder: string, freeBytes: number): Finding {
  const free = `${Math.floor(freeBytes / mb).toLocaleString('en')} MB are free for ${folder}`
  const finding = (status: Finding['status'], message: string): Finding => ({ check: 'disk', status, message })
  if (freeBytes < nothingBytes)
    return finding('failed', `${free}: the disk is full; make room, or set DATA_DIR to another one`)
  if (freeBytes < littleBytes) return finding('warning', `${free}: the disk is nearly full`)
  return finding('ok', free)
}
