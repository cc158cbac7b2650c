// Words and their features as numbers: the tagger never compares text.

/** Characters of a word that are hashed at most. */
const hashedChars = 40

export function hashWord(text: string, from = 0, to = text.length): number {
  let hash = 0x811c9dc5
  const end = Math.min(to, from + hashedChars)
  for (let at = from; at < end; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  return finish(hash)
}

export function mix(a: number, b: number): number {
  return finish(Math.imul(a, 0x9e3779b1) ^ Math.imul(b + 0x7f4a7c15, 0x85ebca6b))
}

function finish(hash: number): number {
  const once = Math.imul(hash ^ (hash >>> 16), 0x7feb352d)
  const twice = Math.imul(once ^ (once >>> 15), 0x846ca68b)
  return (twice ^ (twice >>> 16)) >>> 0
}

/** A hash index from distinct numbers to their positions; built once, looked up often. */
export class NumberIndex {
  readonly #keys: Uint32Array
  readonly #slots: Int32Array
  readonly #mask: number

  constructor(keys: Uint32Array) {
    const size = 2 ** Math.ceil(Math.log2(Math.max(2, keys.length * 2)))
    this.#keys = keys
    this.#slots = new Int32Array(size)
    this.#mask = size - 1
    for (let at = 0; at < keys.length; at++) {
      let slot = Math.imul(keys[at] as number, 0x9e3779b1) & this.#mask
      while (this.#slots[slot] !== 0) slot = (slot + 1) & this.#mask
      this.#slots[slot] = at + 1
    }
  }

  /** The index of `key`, or -1. */
  find(key: number): number {
    for (let slot = Math.imul(key, 0x9e3779b1) & this.#mask; ; slot = (slot + 1) & this.#mask) {
      const at = this.#slots[slot] as number
      if (at === 0) return -1
      if (this.#keys[at - 1] === key) return at - 1
    }
  }
}
