import { hash, randomBytes } from 'node:crypto'
import { crc32 } from 'node:zlib'

// Secrets are a prefix, 32 random bytes in base62 and a checksum, all of fixed length. The prefix tells
// a person and a leak scanner what it is, the checksum tells a typing mistake from an unknown secret.

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const bodyLength = 43 // 62^43 > 2^256
const checksumLength = 6 // 62^6 > 2^32

export function newSecret(prefix: string): string {
  const body = prefix + toBase62(BigInt(`0x${randomBytes(32).toString('hex')}`), bodyLength)
  return body + checksum(body)
}

export function hasChecksum(prefix: string, secret: string): boolean {
  if (secret.length !== prefix.length + bodyLength + checksumLength || !secret.startsWith(prefix)) return false
  const body = secret.slice(0, -checksumLength)
  return checksum(body) === secret.slice(-checksumLength)
}

export function hashSecret(secret: string): Buffer {
  return hash('sha256', secret, 'buffer')
}

function checksum(body: string): string {
  return toBase62(BigInt(crc32(body)), checksumLength)
}

function toBase62(value: bigint, length: number): string {
  let rest = value
  let text = ''
  for (let index = 0; index < length; index++) {
    text = alphabet[Number(rest % 62n)] + text
    rest /= 62n
  }
  return text
}
