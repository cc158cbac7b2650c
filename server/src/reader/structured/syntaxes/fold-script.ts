import { decodeHTML } from 'entities/decode'

// JSON-LD as it is stored: white space folded, without comments and CDATA marks around scripts, which are not JSON. The
// rest is verbatim, so that it can be quoted.

const token = /\/\/|\/\*|<!--|-->|<!\[CDATA\[|\]\]>|[\p{Cc}\p{Z}\ufeff\u200b\u2060]+|"|\\[\s\S]/gu

export function foldScript(raw: string): string {
  const text = isEscaped(raw) ? decodeHTML(raw) : raw
  // An array, because looking at the end of a growing string would copy it each time.
  const pieces: string[] = []
  let from = 0
  let inString = false
  token.lastIndex = 0
  for (let found = token.exec(text); found; found = token.exec(text)) {
    const [mark] = found
    const at = found.index
    if (mark.startsWith('\\')) continue
    if (mark === '"') {
      inString = inString ? !endsString(text, at + 1) : true
      continue
    }
    const isMark = marks.has(mark)
    if (isMark && (inString || isAddress(text, at, mark))) continue
    if (at > from) pieces.push(text.slice(from, at))
    if (pieces.at(-1) !== ' ') pieces.push(' ')
    from = isMark ? endOfComment(text, at, mark) : token.lastIndex
    token.lastIndex = from
  }
  pieces.push(text.slice(from))
  return pieces.join('').trim()
}

const marks: ReadonlySet<string> = new Set(['//', '/*', '<!--', '-->', '<![CDATA[', ']]>'])

const lineEnd = /[\n\r]/g

function endOfComment(text: string, at: number, mark: string): number {
  if (mark === '//') {
    lineEnd.lastIndex = at
    return lineEnd.test(text) ? lineEnd.lastIndex : text.length
  }
  if (mark !== '/*') return at + mark.length
  const end = text.indexOf('*/', at + 2)
  return end < 0 ? text.length : end + 2
}

/** `http://…` outside of a string is an address without its quotes. */
function isAddress(text: string, at: number, mark: string): boolean {
  return mark === '//' && text[at - 1] === ':'
}

/** Some pages write quotes inside strings. A quote ends its string only before a character that may follow a string. */
export function endsString(text: string, from: number): boolean {
  let at = from
  while (isSpace(text.charCodeAt(at))) at++
  const next = text[at]
  return next === undefined || ',:}]"/<;'.includes(next)
}

function isSpace(code: number): boolean {
  return code === 0x20 || (code >= 0x09 && code <= 0x0d) || code === 0xa0 || code === 0xfeff
}

/** Whether the whole script was escaped for HTML, by mistake. */
function isEscaped(raw: string): boolean {
  return !raw.includes('"') && raw.includes('&quot;')
}
