import { piecesOf, type SearchedPath } from './searched-path.ts'

// Globs over the path of an address. `*` matches anything within a segment, `**` anything at all, the empty text
// included; everything else is compared letter by letter. `/**/`, and `/**` at the end, also match no segment:
// `/tag/**` covers /tag, /tag/ and all below, `/**/print` covers /print. A glob covers the whole path, without the
// query. An escaped letter equals the letter itself; an escaped slash is not a slash.

/** False also when the path has no steps left. */
export type MatchPath = (path: SearchedPath) => boolean

/** The part of a glob between one `**` and the next. */
interface Section {
  /** Literal texts, with a `*` between each and the next. */
  texts: string[]
  /** Slashes in the texts. Whatever the section matches has as many. */
  slashes: number
  // Whether the section may begin with the last letter of the section before: the slashes of `/**/` may be the same
  // one.
  overlaps: boolean
}

export interface Glob {
  matches: MatchPath
  /** Memory that it holds, about. */
  bytes: number
}

export function compileGlob(glob: string): Glob {
  const sections = readSections(glob)
  const texts = sections.flatMap((section) => section.texts)
  const pieces = piecesOf(texts)
  // `/tag/**` is `/tag/` and anything, once the path has a slash added: /tag/ begins /tag/ and /tag/a/ alike.
  const isSlashed = /\/\*{2,}$/.test(glob)
  return {
    matches: (path) =>
      path.mayHave(pieces) && new Search(path, isSlashed ? path.slashed : path.plain).matches(sections),
    bytes: texts.reduce((sum, { length }) => sum + length + bytesOfText, 2 * glob.length + bytesOfGlob),
  }
}

const bytesOfGlob = 600
const bytesOfText = 100

function readSections(glob: string): Section[] {
  const sections: Section[] = [{ texts: [''], slashes: 0, overlaps: false }]
  for (const part of glob.split(/(\/\*{2,}(?:\/\*{2,})*(?:\/|$)|\*+)/)) {
    const { texts } = sections.at(-1) as Section
    if (part === '*') texts.push('')
    else if (!part.includes('*')) texts.push(texts.pop() + spellPath(part))
    else {
      const overlaps = part.startsWith('/') && part.endsWith('/')
      if (part.startsWith('/')) texts.push(`${texts.pop()}/`)
      sections.push({ texts: [overlaps ? '/' : ''], slashes: 0, overlaps })
    }
  }
  for (const section of sections) section.slashes = section.texts.join('').split('/').length - 1
  return sections
}

/** A path, or part of one, in the one spelling that globs are compared in. */
export function spellPath(path: string): string {
  return path.replace(/%[0-9a-fA-F]{2}|[^\w.~/-]/gu, (letter) => {
    if (letter.length < 3) return Buffer.from(letter).toString('hex').toUpperCase().replace(/../g, '%$&')
    const unescaped = String.fromCharCode(Number.parseInt(letter.slice(1), 16))
    return /[\w.~-]/.test(unescaped) ? unescaped : letter.toUpperCase()
  })
}

/**
 * Matches section by section, each at its first possible end: that leaves the most for what follows a `**`. So the
 * search backtracks only within one section, and there by whole segments.
 */
class Search {
  readonly #steps: SearchedPath
  readonly #path: string

  constructor(steps: SearchedPath, path: string) {
    this.#steps = steps
    this.#path = path
  }

  matches(sections: Section[]): boolean {
    const path = this.#path
    const first = sections[0] as Section
    const last = sections.at(-1) as Section
    // These two tests reject most globs.
    if (!path.startsWith(first.texts[0] as string) || !path.endsWith(last.texts.at(-1) as string)) return false
    if (first === last) return first.texts.length === 1 ? path === first.texts[0] : this.#endsPath(first, 0)
    let end = this.#follow(first.texts, 0)
    for (let index = 1; end >= 0 && index < sections.length - 1; index++) {
      const section = sections[index] as Section
      end = this.#findSection(section, section.overlaps ? end - 1 : end)
    }
    return end >= 0 && this.#findLast(last, last.overlaps ? end - 1 : end)
  }

  /** The first end of the section when it begins at `from` or later; -1 when it does not match. */
  #findSection({ texts }: Section, from: number): number {
    const found = texts.map(() => -1)
    for (let start = from; start <= this.#path.length; ) {
      const end = this.#follow(texts, start, found)
      if (end >= 0 || found.includes(Number.POSITIVE_INFINITY)) return end
      // A later start in the same segment would get no further.
      const slash = this.#indexOf('/', found[0] as number)
      if (slash < 0) return -1
      start = slash + 1
    }
    return -1
  }

  /** Whether the section, begun at `from` or later, can end with the path. */
  #findLast(section: Section, from: number): boolean {
    const path = this.#path
    const { texts, slashes } = section
    if (texts.length === 1) return path.length - (texts[0] as string).length >= from
    // The section's slashes are the last of the path: they tell the segment that it begins in.
    let slash = path.length
    for (let count = 0; count <= slashes && slash >= 0; count++)
      slash = slash === 0 ? -1 : this.#steps.lastIndexOf(path, '/', slash - 1)
    const start = this.#indexOf(texts[0] as string, Math.max(from, slash + 1))
    return start >= 0 && this.#endsPath(section, start)
  }

  /** Whether the section, begun exactly at `start`, can end with the path. */
  #endsPath({ texts }: Section, start: number): boolean {
    const end = this.#follow(texts.slice(0, -1), start)
    const rest = this.#path.length - (texts.at(-1) as string).length
    return end >= 0 && end <= rest && !this.#hasSlash(end, rest)
  }

  /**
   * The first end of the texts when they follow each other within their segments; -1 when they do not. `found` holds
   * earlier positions of each text, so that none is searched twice.
   */
  #follow(texts: string[], start: number, found: number[] = texts.map(() => -1)): number {
    let end = start
    for (let index = 0; index < texts.length; index++) {
      const text = texts[index] as string
      if ((found[index] as number) < end) {
        const at = this.#indexOf(text, end)
        found[index] = at < 0 ? Number.POSITIVE_INFINITY : at
      }
      const at = found[index] as number
      if (at > this.#path.length || (index > 0 && this.#hasSlash(end, at))) return -1
      end = at + text.length
    }
    return end
  }

  #indexOf(text: string, from: number): number {
    return this.#steps.indexOf(this.#path, text, from)
  }

  /** True also when no steps are left: nothing must match then. */
  #hasSlash(from: number, to: number): boolean {
    const slash = this.#indexOf('/', from)
    return this.#steps.isTooLong || (slash >= 0 && slash < to)
  }
}
