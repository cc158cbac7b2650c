import { randomFillSync } from 'node:crypto'

// UUIDv7 (RFC 9562): 48 bits of milliseconds, then a 12-bit counter that keeps the ids of one
// process in the order they were made, then 62 random bits.

const randomBytes = Buffer.alloc(4096)
let randomHex = ''
let used = 0
let lastMillisecond = 0
let prefix = ''
let counter = 0

const variants = '89ab'

export function newId(now: number = Date.now()): string {
  const random = takeRandomHex(19)
  if (now > lastMillisecond) {
    startMillisecond(now, Number.parseInt(random.slice(16), 16) & 0x7ff)
  } else if (++counter > 0xfff) {
    // More than 4,096 ids in a millisecond use the next one.
    startMillisecond(lastMillisecond + 1, 0)
  }
  const sequence = (0x7000 | counter).toString(16)
  const variant = variants[Number.parseInt(random.charAt(0), 16) & 3]
  return `${prefix}-${sequence}-${variant}${random.slice(1, 4)}-${random.slice(4, 16)}`
}

function startMillisecond(millisecond: number, first: number): void {
  lastMillisecond = millisecond
  counter = first
  const time = millisecond.toString(16).padStart(12, '0')
  prefix = `${time.slice(0, 8)}-${time.slice(8)}`
}

function takeRandomHex(digits: number): string {
  if (used + digits > randomHex.length) {
    randomHex = randomFillSync(randomBytes).toString('hex')
    used = 0
  }
  used += digits
  return randomHex.slice(used - digits, used)
}
