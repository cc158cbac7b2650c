// Globs over the path of an address. `*` matches anything within a segment, `**` anything at all, the empty text
// included; everything else is compared letter by letter. `/**/`, and `/**` at the end, also match no segment:
// `/tag/**` covers /tag, /tag/ and all below, `/**/print` covers /print. A glob covers the whole path, without the
// query. An escaped letter equals the letter itself; an escaped slash is not a slash.

export type MatchPath = (path: string) => boolean

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

/** The function takes a path in the form of `spellPath`. */
export function compileGlob(glob: string): MatchPath {
  const sections = readSections(glob)
  // `/tag/**` is `/tag/` and anything, once the path has a slash added: /tag/ begins /tag/ and /tag/a/ alike.
  return /\/\*{2,}$/.test(glob) ? (path) => matches(sections, `${path}/`) : (path) => matches(sections, path)
}

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
function matches(sections: Section[], path: string): boolean {
  const first = sections[0] as Section
  const last = sections.at(-1) as Section
  // These two tests reject most globs.
  if (!path.startsWith(first.texts[0] as string) || !path.endsWith(last.texts.at(-1) as string)) return false
  if (first === last) return first.texts.length === 1 ? path === first.texts[0] : endsPath(first, path, 0)
  let end = follow(first.texts, path, 0)
  for (let index = 1; end >= 0 && index < sections.length - 1; index++) {
    const section = sections[index] as Section
    end = findSection(section, path, section.overlaps ? end - 1 : end)
  }
  return end >= 0 && findLast(last, path, last.overlaps ? end - 1 : end)
}

/** The first end of the section when it begins at `from` or later; -1 when it does not match. */
function findSection({ texts }: Section, path: string, from: number): number {
  const found = texts.map(() => -1)
  for (let start = from; start <= path.length; ) {
    const end = follow(texts, path, start, found)
    if (end >= 0 || found.includes(Number.POSITIVE_INFINITY)) return end
    // A later start in the same segment would get no further.
    const slash = path.indexOf('/', found[0])
    if (slash < 0) return -1
    start = slash + 1
  }
  return -1
}

/** Whether the section, begun at `from` or later, can end with the path. */
function findLast(section: Section, path: string, from: number): boolean {
  const { texts, slashes } = section
  if (texts.length === 1) return path.length - (texts[0] as string).length >= from
  // The section's slashes are the last of the path: they tell the segment that it begins in.
  let slash = path.length
  for (let count = 0; count <= slashes && slash >= 0; count++) slash = slashBefore(path, slash)
  const start = path.indexOf(texts[0] as string, Math.max(from, slash + 1))
  return start >= 0 && endsPath(section, path, start)
}

/** Whether the section, begun exactly at `start`, can end with the path. */
function endsPath({ texts }: Section, path: string, start: number): boolean {
  const end = follow(texts.slice(0, -1), path, start)
  const rest = path.length - (texts.at(-1) as string).length
  return end >= 0 && end <= rest && !hasSlash(path, end, rest)
}

/**
 * The first end of the texts when they follow each other within their segments; -1 when they do not. `found` holds
 * earlier positions of each text, so that none is searched twice.
 */
function follow(texts: string[], path: string, start: number, found: number[] = texts.map(() => -1)): number {
  let end = start
  for (let index = 0; index < texts.length; index++) {
    const text = texts[index] as string
    if ((found[index] as number) < end) {
      const at = path.indexOf(text, end)
      found[index] = at < 0 ? Number.POSITIVE_INFINITY : at
    }
    const at = found[index] as number
    if (at > path.length || (index > 0 && hasSlash(path, end, at))) return -1
    end = at + text.length
  }
  return end
}

const slashBefore = (path: string, at: number) => (at === 0 ? -1 : path.lastIndexOf('/', at - 1))

function hasSlash(path: string, from: number, to: number): boolean {
  const slash = path.indexOf('/', from)
  return slash >= 0 && slash < to
}
