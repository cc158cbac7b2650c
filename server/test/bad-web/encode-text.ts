// Text in encodings that the platform only decodes: its own decoder, turned round.

const tables = new Map<string, Map<string, number[]>>()

function tableOf(charset: string): Map<string, number[]> {
  const known = tables.get(charset)
  if (known) return known
  const decoder = new TextDecoder(charset)
  const table = new Map<string, number[]>()
  const add = (...bytes: number[]) => {
    const text = decoder.decode(Uint8Array.from(bytes))
    if ([...text].length === 1 && text !== '\ufffd' && !table.has(text)) table.set(text, bytes)
  }
  for (let byte = 0; byte < 256; byte++) add(byte)
  if (/^(?:gb|big5|shift_jis|euc-)/.test(charset)) {
    for (let first = 0x81; first < 0xff; first++) for (let second = 0x40; second < 0xff; second++) add(first, second)
  }
  tables.set(charset, table)
  return table
}

export function encodeText(charset: string, text: string): Buffer {
  if (charset === 'utf-16le') return Buffer.from(text, 'utf16le')
  if (charset === 'utf-16be') return Buffer.from(text, 'utf16le').swap16()
  if (charset === 'iso-2022-jp') return encodeJis(text)
  const table = tableOf(charset)
  return Buffer.from(
    [...text].flatMap((character) => {
      const bytes = table.get(character)
      if (!bytes) throw new Error(`${charset} has no ${character}`)
      return bytes
    }),
  )
}

/** JIS X 0208 between escapes: the same rows as in EUC, seven bits wide. */
function encodeJis(text: string): Buffer {
  const table = tableOf('euc-jp')
  const bytes: number[] = []
  let isDouble = false
  for (const character of text) {
    const [first = 0, second] = table.get(character) ?? []
    if ((second !== undefined) !== isDouble) {
      isDouble = second !== undefined
      bytes.push(0x1b, ...Buffer.from(isDouble ? '$B' : '(B'))
    }
    bytes.push(first & 0x7f)
    if (second !== undefined) bytes.push(second & 0x7f)
  }
  if (isDouble) bytes.push(0x1b, ...Buffer.from('(B'))
  return Buffer.from(bytes)
}
