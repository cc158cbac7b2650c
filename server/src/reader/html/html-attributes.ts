// Attributes that a collector reads. All others are skipped without being cut out of the page.

const wanted = [
  'about',
  'action',
  'alt',
  'aria-hidden',
  'aria-label',
  'class',
  'content',
  'datetime',
  'hidden',
  'href',
  'http-equiv',
  'id',
  'itemid',
  'itemprop',
  'itemref',
  'itemscope',
  'itemtype',
  'lang',
  'name',
  'open',
  'prefix',
  'property',
  'pubdate',
  'rel',
  'resource',
  'role',
  'src',
  'style',
  'title',
  'type',
  'typeof',
  'value',
  'vocab',
  'xml:lang',
] as const

export type AttributeName = (typeof wanted)[number]

/** Wanted names by first letter and length; at most two share a key. Unwanted names mostly cost one lookup. */
const candidates: (AttributeName | undefined)[] = Array.from({ length: 0x80 << 5 })
const seconds: (AttributeName | undefined)[] = Array.from({ length: 0x80 << 5 })
for (const name of wanted) {
  const first = name.charCodeAt(0)
  for (const code of [first, first - 0x20]) {
    const key = (code << 5) | name.length
    if (candidates[key] !== undefined && seconds[key] !== undefined) throw new Error(`no room for ${name}`)
    if (candidates[key] === undefined) candidates[key] = name
    else seconds[key] = name
  }
}

/** The wanted attribute name between `start` and `end`; undefined for any other. */
export function attributeName(html: string, start: number, end: number): AttributeName | undefined {
  const first = html.charCodeAt(start)
  const length = end - start
  if (first >= 0x80 || length > 31) return undefined
  const key = (first << 5) | length
  const name = candidates[key]
  if (name === undefined || html.startsWith(name, start)) return name
  const second = seconds[key]
  if (second !== undefined && html.startsWith(second, start)) return second
  const lower = html.slice(start, end).toLowerCase()
  return lower === name || lower === second ? (lower as AttributeName) : undefined
}
