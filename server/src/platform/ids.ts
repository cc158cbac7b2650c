import { randomFillSync } from 'node:crypto'

// UUIDv7 (RFC 9562): 48 bits of milliseconds, then a 12-bit counter that keeps the ids of one
// process in the order they were made, then 62 random bits.

const pool = Buffer.alloc(4096)
let used = pool.length
let lastMillisecond = 0
let counter = 0

export function newId(now: number = Date.now()): string {
  if (used + 10 > pool.length) {
    randomFillSync(pool)
    used = 0
  }
  const random = pool.subarray(used, used + 10)
  used += 10
  if (now > lastMillisecond) {
    lastMillisecond = now
    counter = random.readUInt16BE(0) & 0x7ff
  } else if (++counter > 0xfff) {
    lastMillisecond++
    counter = 0
  }
  const time = lastMillisecond.toString(16).padStart(12, '0')
  const tail = random.toString('hex', 2)
  const variant = ((Number.parseInt(tail[0] as string, 16) & 0x3) | 0x8).toString(16)
  const sequence = counter.toString(16).padStart(3, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}-7${sequence}-${variant}${tail.slice(1, 4)}-${tail.slice(4)}`
}
