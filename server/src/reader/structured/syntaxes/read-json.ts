import { endsString } from './fold-script.ts'

// A lenient JSON reader for what pages contain: trailing and missing commas, quotes in strings, several values in a
// row, missing ends. It does not recurse and looks at every character once, so its cost is linear; every value knows
// its offsets.

export interface JsonText {
  kind: 'text'
  text: string
  /** Without the quotes. */
  start: number
  end: number
}

export interface JsonEntry {
  name: string
  /** The offset of the key, with its quote. */
  key: number
  value: JsonValue
}

export interface JsonObject {
  kind: 'object'
  entries: JsonEntry[]
}

export interface JsonArray {
  kind: 'array'
  values: { key: number; value: JsonValue }[]
}

export type JsonValue = JsonText | JsonObject | JsonArray

/** Values nested deeper are not read. */
export const jsonDepth = 64

const literal = /[^\s,:{}[\]"]+/y
const escapes: Record<string, string> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' }

/** All values of a text, one after the other. `null` is no value. */
export function readJson(text: string): JsonValue[] {
  return new JsonReader(text).read()
}

interface Level {
  into: JsonObject | JsonArray
  /** The key of the next value, once it is known; objects only. */
  name: string | undefined
  key: number
}

class JsonReader {
  readonly #text: string
  readonly #found: JsonValue[] = []
  readonly #levels: Level[] = []
  /** Open brackets beyond `jsonDepth`. */
  #ignored = 0

  constructor(text: string) {
    this.#text = text
  }

  read(): JsonValue[] {
    const text = this.#text
    let at = 0
    while (at < text.length) at = this.#step(at)
    return this.#found
  }

  #step(at: number): number {
    const char = this.#text[at] as string
    switch (char) {
      case '{':
      case '[':
        this.#open(char === '{' ? { kind: 'object', entries: [] } : { kind: 'array', values: [] }, at)
        return at + 1
      case '}':
      case ']':
        this.#close(char)
        return at + 1
      case '"':
        return this.#string(at)
      case ',':
        this.#forgetKey()
        return at + 1
      case ' ':
      case ':':
      case ';':
        return at + 1
      default:
        return this.#literal(at)
    }
  }

  #open(into: JsonObject | JsonArray, at: number): void {
    if (this.#ignored > 0 || this.#levels.length >= jsonDepth) {
      this.#ignored++
      return
    }
    this.#add(into, at)
    this.#levels.push({ into, name: undefined, key: at })
  }

  /** Closes up to the nearest bracket of this kind: the author forgot those in between. */
  #close(char: string): void {
    if (this.#ignored > 0) {
      this.#ignored--
      return
    }
    const kind = char === '}' ? 'object' : 'array'
    if (!this.#levels.some(({ into }) => into.kind === kind)) return
    while (this.#levels.pop()?.into.kind !== kind);
  }

  #forgetKey(): void {
    const level = this.#levels.at(-1)
    if (level) level.name = undefined
  }

  #string(at: number): number {
    const text = this.#text
    let end = at + 1
    while (end < text.length) {
      const code = text.charCodeAt(end)
      if (code === 0x5c) end++
      else if (code === 0x22 && endsString(text, end + 1)) break
      end++
    }
    // A string without an end was cut and is dropped.
    if (this.#ignored === 0 && end < text.length) {
      this.#addText({ kind: 'text', text: unescapeJson(text.slice(at + 1, end)), start: at + 1, end }, at)
    }
    return end + 1
  }

  #literal(at: number): number {
    literal.lastIndex = at
    const word = literal.exec(this.#text)?.[0] ?? ''
    const end = at + Math.max(1, word.length)
    if (word === '' || this.#ignored > 0) return end
    const level = this.#levels.at(-1)
    const isKey = level?.into.kind === 'object' && level.name === undefined
    if (isKey || /^-?[\d.]|^(?:true|false)$/.test(word)) this.#addText({ kind: 'text', text: word, start: at, end }, at)
    else if (level) level.name = undefined
    return end
  }

  #addText(value: JsonText, at: number): void {
    const level = this.#levels.at(-1)
    if (level?.into.kind !== 'object' || level.name !== undefined) {
      this.#add(value, at)
      return
    }
    level.name = value.text
    level.key = at
  }

  #add(value: JsonValue, at: number): void {
    const level = this.#levels.at(-1)
    if (level === undefined) {
      this.#found.push(value)
    } else if (level.into.kind === 'array') {
      level.into.values.push({ key: at, value })
    } else if (level.name !== undefined) {
      level.into.entries.push({ name: level.name, key: level.key, value })
      level.name = undefined
    }
  }
}

function unescapeJson(raw: string): string {
  if (!raw.includes('\\')) return raw
  return raw.replace(/\\(?:u([0-9a-f]{4})|([\s\S]))/gi, (_all, hex: string | undefined, char: string | undefined) =>
    hex === undefined ? (escapes[char ?? ''] ?? char ?? '') : String.fromCharCode(Number.parseInt(hex, 16)),
  )
}
