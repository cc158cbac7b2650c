import { randomBytes } from 'node:crypto'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describeUnusable } from '../platform/db/data-folder.ts'
import { DatabaseUnusable, errorCode } from '../platform/db/database.ts'
import { giveFileToOwner } from '../platform/give-folder.ts'
import type { Log } from '../platform/log.ts'
import { SecretBox } from '../platform/secret-box.ts'
import type { Config } from './config.ts'

const plainWarning =
  'without SECRETS_KEY the secrets of webhooks and the tokens of share links are stored as they are; set it, to the same value on all nodes'

/**
 * With SECRETS_KEY, or on the embedded database with a key in its folder. Nodes that share a PostgreSQL have a folder each,
 * so a key in one of them would be of no use to the others.
 */
export function openSecretBox({ config, log }: { config: Config; log: Log }): SecretBox {
  const { SECRETS_KEY, DATABASE_URL, DATA_DIR } = config
  if (SECRETS_KEY === undefined && DATABASE_URL !== undefined) log.warn(plainWarning)
  const key = SECRETS_KEY ?? (DATABASE_URL === undefined ? keyInFolder(DATA_DIR) : undefined)
  return new SecretBox({ key, log })
}

/** The process holds the lock of the folder. */
function keyInFolder(folder: string): string {
  const known = readKeyInFolder(folder)
  if (known !== undefined) return known
  const key = randomBytes(32).toString('base64url')
  try {
    writeFileSync(join(folder, keyFile), `${key}\n`, { mode: 0o600, flag: 'wx', flush: true })
    giveFileToOwner(join(folder, keyFile))
  } catch (error) {
    // An empty file would be taken for a damaged key at the next start.
    rmSync(join(folder, keyFile), { force: true })
    throw describeUnusable(folder, error)
  }
  return key
}

/** The key that the service on this database has, if it has one. Makes none. */
export function findSecretsKey({ SECRETS_KEY, DATABASE_URL, DATA_DIR }: Config): string | undefined {
  return SECRETS_KEY ?? (DATABASE_URL === undefined ? readKeyInFolder(DATA_DIR) : undefined)
}

const keyFile = 'secrets.key'

function readKeyInFolder(folder: string): string | undefined {
  const file = join(folder, keyFile)
  try {
    const key = readFileSync(file, 'utf8').trim()
    if (/^[\w-]{43}$/.test(key)) return key
    throw new DatabaseUnusable(
      `${file} is damaged: restore it from a copy, or delete it and rotate the secrets of all webhooks`,
    )
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined
    if (errorCode(error) !== 'EACCES') throw error
    throw new DatabaseUnusable(`${file} cannot be read by this user; give it to the user of the service (chown)`)
  }
}
