// A parser for the part of Cypher that exports use: statements, names in backticks, texts, lists and maps.

export interface CypherStatement {
  text: string
  /** The statement with ` for a name in backticks, $ for a text and # for a number. */
  words: string
  /** Values by their keys in backticks; concatenated texts are one. */
  values: Record<string, string>
}

const token =
  /\s+|(?<name>`(?:[^`]|``)*`)|(?<text>'(?:[^'\\]|\\.)*')|(?<number>-?\d+(?:\.\d+)?(?:e[+-]?\d+)?)|(?<word>[A-Za-z_]\w*)|(?<sign>\+=|->|[-+(){}[\]:,.;])/suy

/** Servers before version 5 read `\uXXXX` anywhere, before anything else. */
export function readCypher(text: string, { unescapeFirst }: { unescapeFirst: boolean }): CypherStatement[] {
  const input = unescapeFirst
    ? text.replaceAll(/\\u([\da-f]{4})/gi, (_, hex) => String.fromCharCode(parseInt(hex, 16)))
    : text
  const statements: CypherStatement[] = []
  let words: string[] = []
  let values: Record<string, string> = Object.create(null)
  let key: string | undefined
  let last = ''
  let start = 0
  token.lastIndex = 0
  while (token.lastIndex < input.length) {
    const from = token.lastIndex
    const match = token.exec(input)
    if (!match?.groups) throw new Error(`no Cypher: ${input.slice(from, from + 60)}`)
    const { name, text: quoted, number, word, sign } = match.groups
    if (name !== undefined) {
      words.push('`')
      last = name.slice(1, -1).replaceAll('``', '`')
    } else if (quoted !== undefined) {
      const value = unescapeText(quoted.slice(1, -1))
      if (words.at(-1) === '+') words.splice(-2)
      words.push('$')
      if (key !== undefined) values[key] = (values[key] ?? '') + value
    } else if (number !== undefined) {
      words.push('#')
      if (key !== undefined) values[key] = number
    } else if (word !== undefined) {
      words.push(word)
    } else if (sign === ';') {
      statements.push({ text: input.slice(start, from), words: words.join(' '), values })
      words = []
      values = Object.create(null)
      key = undefined
      start = from + 1
    } else if (sign !== undefined) {
      if (sign === ':') key = words.at(-1) === '`' ? last : undefined
      if (sign === ',' || sign === '[') key = undefined
      words.push(sign)
    }
  }
  if (words.length > 0) throw new Error(`not ended: ${words.join(' ')}`)
  return statements
}

const escapes: Record<string, string> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f', '\\': '\\', "'": "'", '"': '"' }

function unescapeText(text: string): string {
  return text.replaceAll(/\\(?:u([\da-f]{4})|(.))/gis, (_, hex, sign) => {
    if (hex !== undefined) return String.fromCharCode(parseInt(hex, 16))
    const plain = escapes[sign]
    if (plain === undefined) throw new Error(`no escape: \\${sign}`)
    return plain
  })
}
