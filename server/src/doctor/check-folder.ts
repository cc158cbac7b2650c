import { mkdtempSync, rmdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { nearestExisting } from '../platform/db/data-folder.ts'
import { DatabaseUnusable, errorCode } from '../platform/db/database.ts'
import { findBinaries } from '../platform/embedded/binaries.ts'
import { clusterVersion, requireOpenable } from '../platform/embedded/check-cluster.ts'
import { describeInUse, isFolderLocked } from '../platform/embedded/folder-holder.ts'
import type { Finding } from './finding.ts'
import type { RunningService } from './running-service.ts'

/** Whether the embedded database can have its folder. Leaves nothing behind. */
export function checkFolder(folder: string, running?: RunningService): Finding {
  const finding = (status: Finding['status'], message: string): Finding => ({ check: 'folder', status, message })
  const existing = nearestExisting(folder)
  try {
    if (!statSync(existing).isDirectory())
      return finding('failed', `${existing} is no folder; set DATA_DIR to another one`)
    // Tried out: what the rights of a folder say is not all that decides.
    rmdirSync(mkdtempSync(join(existing, '.polegraph-')))
    findBinaries()
    requireOpenable(folder)
    if (isFolderLocked(folder)) {
      if (running?.database === 'embedded') return finding('ok', `${folder} is in use by the service that runs`)
      throw describeInUse(folder)
    }
    const isNew = clusterVersion(folder) === undefined
    return finding('ok', isNew ? `${folder} is empty: the first start makes a database there` : `${folder} can be used`)
  } catch (error) {
    if (error instanceof DatabaseUnusable) return finding('failed', error.message)
    return finding(
      'failed',
      `the data folder ${folder} cannot be written to (${errorCode(error)}); set DATA_DIR to another one`,
    )
  }
}
