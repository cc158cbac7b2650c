import { limits } from '@polegraph/contract/limits.ts'
import { type ErrorDetail, fail } from './errors.ts'

// JSON.parse accepts what no caller means (a key twice, `__proto__`, 1e400 as Infinity) and what no database column
// holds (NUL, half a surrogate pair). All of that is refused here, with the name of the field.

const utf8 = new TextDecoder('utf-8', { fatal: true })

export function parseJsonBody(bytes: Uint8Array): unknown {
  const text = orInvalid(() => utf8.decode(bytes))
  refuseDear(text)
  const value: unknown = orInvalid(() => JSON.parse(text))
  const repeated = findRepeatedKey(text)
  if (repeated !== undefined) throw invalid(repeated, 'is given twice')
  refuseUnstorable(value)
  return value
}

function orInvalid<Value>(read: () => Value): Value {
  try {
    return read()
  } catch {
    throw fail('invalid_json')
  }
}

/**
 * A megabyte can hold half a million values or levels, and reading them would hold up everybody: ten thousand levels overflow the
 * stack. Both are counted before anything is read, values by the commas between them, in text that need not be JSON.
 */
function refuseDear(text: string): void {
  let commas = 0
  let depth = 0
  for (let at = 0; at < text.length; at++) {
    const character = text.charCodeAt(at)
    if (character === 0x22) at = endOfString(text, at)
    else if (character === 0x2c) commas++
    else if (character === 0x7d || character === 0x5d) depth--
    else if ((character === 0x7b || character === 0x5b) && ++depth > limits.json_depth)
      throw invalid('body', `must not nest deeper than ${limits.json_depth} levels`)
  }
  if (commas >= limits.json_values) throw invalid('body', `must not have more than ${limits.json_values} values`)
}

/** Refuses values that no schema can admit, in a body or a query. */
export function refuseUnstorable(value: unknown, path: (string | number)[] = []): void {
  if (typeof value === 'string') {
    if (value.includes('\0')) throw invalid(pathText(path), 'must not contain the character NUL')
    if (!value.isWellFormed()) throw invalid(pathText(path), 'must be well-formed Unicode')
  } else if (typeof value === 'number') {
    if (!Number.isFinite(value)) throw invalid(pathText(path), 'must be a number below 1.8e308')
  } else if (typeof value === 'object' && value !== null) {
    // One path that grows and shrinks with the walk: a body can have a hundred thousand values.
    const last = path.push('') - 1
    for (const [key, item] of Object.entries(value)) {
      path[last] = key
      if (!Array.isArray(value)) refuseUnstorableKey(key, path)
      refuseUnstorable(item, path)
    }
    path.pop()
  }
}

function refuseUnstorableKey(key: string, path: (string | number)[]): void {
  if (key === '__proto__') throw invalid(pathText(path), 'is not a known field')
  if (key.includes('\0') || !key.isWellFormed()) {
    throw invalid(pathText(path).toWellFormed().replaceAll('\0', '\\0'), 'is not a known field')
  }
}

export function pathText(path: readonly PropertyKey[]): string {
  return path.length === 0 ? 'body' : path.map(String).join('.')
}

function invalid(path: string, rule: string) {
  const message = `${path} ${rule}`
  const details: ErrorDetail[] = [{ path, message }]
  return fail('invalid_request', { text: message, details })
}

/** An object or a list that is open: its keys so far, and what its next value is called. */
interface Open {
  keys: Set<string> | null
  at: string | number
}

/** Finds the path of a key that one object has twice, in text that is known to be JSON. */
function findRepeatedKey(text: string): string | undefined {
  const open: Open[] = []
  for (let at = 0; at < text.length; at++) {
    const character = text.charCodeAt(at)
    if (character === 0x7b || character === 0x5b) {
      open.push(character === 0x7b ? { keys: new Set(), at: '' } : { keys: null, at: 0 })
    } else if (character === 0x7d || character === 0x5d) {
      open.pop()
    } else if (character === 0x22) {
      const end = endOfString(text, at)
      const last = open.at(-1)
      if (last?.keys && isKey(text, end)) {
        const key = JSON.parse(text.slice(at, end + 1)) as string
        last.at = key
        if (last.keys.has(key)) return pathText(open.map((one) => one.at)).toWellFormed()
        last.keys.add(key)
      }
      at = end
    } else if (character === 0x2c) {
      const last = open.at(-1)
      if (last && typeof last.at === 'number') last.at++
    }
  }
  return undefined
}

function endOfString(text: string, start: number): number {
  let at = start + 1
  while (at < text.length && text.charCodeAt(at) !== 0x22) at += text.charCodeAt(at) === 0x5c ? 2 : 1
  return at
}

function isKey(text: string, endOfText: number): boolean {
  let at = endOfText + 1
  while (text.charCodeAt(at) <= 0x20) at++
  return text.charCodeAt(at) === 0x3a
}
