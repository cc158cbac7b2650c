// Attributes that somebody listens to. All others are not even cut out of the page.

const wanted = [
  ...['action', 'alt', 'aria-hidden', 'aria-label', 'class', 'content', 'datetime', 'hidden', 'href', 'http-equiv'],
  ...['id', 'itemprop', 'lang', 'name', 'open', 'property', 'pubdate', 'rel', 'role', 'src', 'style', 'title', 'type'],
  'xml:lang',
] as const

export type AttributeName = (typeof wanted)[number]

/** By first letter and length, which no two of them share. Others mostly cost one look at this table. */
const candidates: (AttributeName | undefined)[] = Array.from({ length: 0x80 << 5 })
for (const name of wanted) {
  const first = name.charCodeAt(0)
  for (const code of [first, first - 0x20]) candidates[(code << 5) | name.length] = name
}

/** The name that stands there, if it is wanted. */
export function attributeName(html: string, start: number, end: number): AttributeName | undefined {
  const first = html.charCodeAt(start)
  const length = end - start
  if (first >= 0x80 || length > 31) return undefined
  const name = candidates[(first << 5) | length]
  if (name === undefined || html.startsWith(name, start)) return name
  return html.slice(start, end).toLowerCase() === name ? name : undefined
}
