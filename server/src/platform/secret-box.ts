import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import type { Log } from './log.ts'

// Seals secrets that the service must be able to read again (AES-256-GCM), so that a copy of the database alone is of no
// use. A sealed secret belongs to one row: `about` names it, and the secret opens nowhere else.

/** No secret begins so: they begin with what they are. */
const mark = 'sealed:'
const nonceBytes = 12
const tagBytes = 16

/** The secret was sealed with another key, or for another row. */
export class SecretUnreadable extends Error {
  override name = 'SecretUnreadable'
}

/** A secret as it is stored, and the row that it was sealed for. */
export interface StoredSecret {
  domain_id: string
  id: string
  stored: string
  about: string
}

export class SecretBox {
  readonly #key: Buffer | undefined
  readonly #log: Log
  #hasComplained = false

  /** Without a key secrets are stored as they are. */
  constructor(options: { key: string | undefined; log: Log }) {
    const { key } = options
    this.#key = key === undefined ? undefined : Buffer.from(hkdfSync('sha256', key, '', 'polegraph stored secrets', 32))
    this.#log = options.log
  }

  seal(secret: string, about: string): string {
    if (!this.#key) return secret
    const nonce = randomBytes(nonceBytes)
    const cipher = createCipheriv('aes-256-gcm', this.#key, nonce).setAAD(Buffer.from(about))
    const sealed = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()])
    return mark + Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64')
  }

  /** Throws SecretUnreadable. Secrets that were stored before there was a key are read as they are. */
  open(stored: string, about: string): string {
    if (!stored.startsWith(mark)) return stored
    const bytes = Buffer.from(stored.slice(mark.length), 'base64')
    try {
      if (!this.#key) throw new Error('there is no key')
      const decipher = createDecipheriv('aes-256-gcm', this.#key, bytes.subarray(0, nonceBytes), {
        authTagLength: tagBytes,
      })
      decipher.setAAD(Buffer.from(about)).setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes))
      const opened = Buffer.concat([decipher.update(bytes.subarray(nonceBytes + tagBytes)), decipher.final()])
      return opened.toString('utf8')
    } catch {
      this.#complain(about)
      throw new SecretUnreadable('a stored secret cannot be read')
    }
  }

  /** Once: a wrong key makes every secret unreadable. */
  #complain(about: string): void {
    if (this.#hasComplained) return
    this.#hasComplained = true
    this.#log.error({ about }, 'a stored secret cannot be read: it was stored with another SECRETS_KEY or secrets.key')
  }
}
