import { hash } from 'node:crypto'

/** A key as it is stored: short, and of one length. */
export const shortHash = (key: string) => hash('sha256', key, 'base64url').slice(0, 12)
