// Globs over the path of an address. `*` stands for anything within a segment, `**` for anything at all,
// nothing included; what is left is compared letter by letter. `/**/` and `/**` at the end also stand for
// no segment: `/tag/**` covers /tag, /tag/ and all below, `/**/print` covers /print. A glob covers the
// whole path, and the query is no part of it. However a letter is escaped it is the same letter; an
// escaped slash is not a slash.

export type MatchPath = (path: string) => boolean

const within = Symbol('*')
const across = Symbol('**')
/** Either a slash, or a slash and anything and a slash again. */
const between = Symbol('/**/')
/** Either nothing, or a slash and anything. */
const below = Symbol('/**')

type Part = string | typeof within | typeof across | typeof between | typeof below

/** Takes a path as `spellPath` gives it. */
export function compileGlob(glob: string): MatchPath {
  const parts = glob.split(/(\/\*{2,}(?:\/\*{2,})*(?:\/|$)|\*+)/).flatMap((part): Part[] => {
    if (part === '') return []
    if (part === '*') return [within]
    if (!part.includes('*')) return [spellPath(part)]
    if (!part.startsWith('/')) return [across]
    return part.endsWith('/') ? [between] : [below]
  })
  // Most globs are refused by these two.
  const start = textOf(parts.at(0))
  const end = textOf(parts.at(-1))
  return (path) => path.startsWith(start) && path.endsWith(end) && matches(parts, path)
}

const textOf = (part: Part | undefined) => (typeof part === 'string' ? part : '')

/** A path, or a piece of one, in the one spelling that globs are compared in. */
export function spellPath(path: string): string {
  return path.replace(/%[0-9a-fA-F]{2}|[^\w.~/-]/gu, (letter) => {
    if (letter.length < 3) return Buffer.from(letter).toString('hex').toUpperCase().replace(/../g, '%$&')
    const unescaped = String.fromCharCode(Number.parseInt(letter.slice(1), 16))
    return /[\w.~-]/.test(unescaped) ? unescaped : letter.toUpperCase()
  })
}

/**
 * Part by part, keeps the places of the path that the glob so far can end at. Every place is looked at
 * once a part, where a regular expression made from `/a**b**c**d` could take exponential time.
 */
function matches(parts: Part[], path: string): boolean {
  let ends = new Uint8Array(path.length + 1)
  ends[0] = 1
  for (const part of parts) ends = typeof part === 'string' ? afterText(part, path, ends) : afterWild(part, path, ends)
  return ends[path.length] === 1
}

type Ends = Uint8Array<ArrayBuffer>

function afterText(text: string, path: string, ends: Ends): Ends {
  const next = new Uint8Array(ends.length)
  const unit = text.charCodeAt(0)
  for (let at = ends.indexOf(1); at >= 0 && at < path.length; at++) {
    if (ends[at] !== 1 || path.charCodeAt(at) !== unit) continue
    if (text.length === 1 || path.startsWith(text, at)) next[at + text.length] = 1
  }
  return next
}

const slash = 0x2f

function afterWild(part: Exclude<Part, string>, path: string, ends: Ends): Ends {
  const next = new Uint8Array(ends.length)
  const from = ends.indexOf(1)
  if (from < 0) return next
  if (part === across) return next.fill(1, from)
  let isOpen = false
  for (let at = from; at <= path.length; at++) {
    const isSlash = path.charCodeAt(at) === slash
    if (part === within) {
      isOpen ||= ends[at] === 1
      if (isOpen) next[at] = 1
      if (isSlash) isOpen = false
    } else {
      if (part === below && (isOpen || ends[at] === 1)) next[at] = 1
      if (isSlash) isOpen ||= ends[at] === 1
      if (part === between && isSlash && isOpen) next[at + 1] = 1
    }
  }
  return next
}
