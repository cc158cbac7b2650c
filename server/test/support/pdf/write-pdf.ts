import { createHash } from 'node:crypto'
import { deflateSync } from 'node:zlib'

// Writes PDFs as programs do: pages of text at places, with links, pictures and metadata.

export interface WrittenText {
  text: string
  x: number
  /** From the top of the page. */
  y: number
  size?: number
  font?: 'plain' | 'bold' | 'japanese'
}

export interface WrittenPage {
  texts?: WrittenText[]
  links?: { url: string; x: number; y: number; width: number; height: number }[]
  /** A picture that fills the page. */
  has_picture?: boolean
  rotate?: number
  /** What the page draws, instead of texts. */
  content?: Buffer
}

export interface WrittenPdf {
  pages: WrittenPage[]
  info?: Record<string, string>
  language?: string
  is_packed?: boolean
  /** The password that a reader must know; an empty one is none. */
  password?: string
}

export const pageHeight = 842
const pageWidth = 595

/** Lines below each other. */
export const column = (x: number, y: number, lines: string[], more: Partial<WrittenText> = {}): WrittenText[] =>
  lines.map((text, at) => ({ text, x, y: y + 12 * at, ...more }))

export function writePdf({ pages, info = {}, language, is_packed = false, password }: WrittenPdf): Buffer {
  const seal = password === undefined ? undefined : sealWith(password)
  const objects = new Map<number, Buffer>()
  let last = 8
  const stream = (number: number, fields: string, content: Buffer, isPacked: boolean) => {
    const packed = isPacked ? deflateSync(content) : content
    const data = seal ? seal.encrypt(number, packed) : packed
    const filter = isPacked ? ' /Filter /FlateDecode' : ''
    const head = `<< ${fields} /Length ${data.length}${filter} >>\nstream\n`
    objects.set(number, Buffer.concat([Buffer.from(head), data, Buffer.from('\nendstream')]))
  }
  const text = (value: string, number: number) => {
    const bytes = Buffer.from(value, 'latin1')
    return `<${(seal ? seal.encrypt(number, bytes) : bytes).toString('hex')}>`
  }
  const kids: number[] = []
  for (const page of pages) {
    const [number, content, picture] = [++last, ++last, ++last]
    kids.push(number)
    const drawn = page.has_picture ? `q ${pageWidth} 0 0 ${pageHeight} 0 0 cm /Im1 Do Q\n` : ''
    const drawing = page.content ?? Buffer.from(drawn + (page.texts ?? []).map(drawText).join('\n'), 'latin1')
    stream(content, '', drawing, is_packed)
    const image = '/Type /XObject /Subtype /Image /Width 1 /Height 1 /BitsPerComponent 8 /ColorSpace /DeviceGray'
    if (page.has_picture) stream(picture, image, Buffer.from([128]), false)
    const annotations = (page.links ?? []).map(({ url, x, y, width, height }) => {
      const own = ++last
      const box = [x, pageHeight - y - height, x + width, pageHeight - y].join(' ')
      const action = `/A << /S /URI /URI ${text(url, own)} >>`
      objects.set(own, Buffer.from(`<< /Type /Annot /Subtype /Link /Rect [${box}] ${action} >>`))
      return `${own} 0 R`
    })
    const pictures = page.has_picture ? `/XObject << /Im1 ${picture} 0 R >>` : ''
    const resources = `<< /Font << /F1 3 0 R /F2 4 0 R /F3 6 0 R >> ${pictures} >>`
    const fields = `/Contents ${content} 0 R /Resources ${resources} /Annots [${annotations.join(' ')}]`
    const box = `/MediaBox [0 0 ${pageWidth} ${pageHeight}] /Rotate ${page.rotate ?? 0}`
    objects.set(number, Buffer.from(`<< /Type /Page /Parent 2 0 R ${box} ${fields} >>`))
  }
  const lang = language ? ` /Lang ${text(language, 1)}` : ''
  objects.set(1, Buffer.from(`<< /Type /Catalog /Pages 2 0 R${lang} >>`))
  const list = kids.map((kid) => `${kid} 0 R`).join(' ')
  objects.set(2, Buffer.from(`<< /Type /Pages /Count ${kids.length} /Kids [${list}] >>`))
  objects.set(3, font('Helvetica'))
  objects.set(4, font('Helvetica-Bold'))
  for (const [at, fields] of japanese.entries()) objects.set(6 + at, Buffer.from(`<< /Type ${fields} >>`))
  const facts = Object.entries(info).map(([name, value]) => `/${name} ${text(value, 5)}`)
  objects.set(5, Buffer.from(`<< ${facts.join(' ')} >>`))
  return joinObjects(objects, seal?.dictionary)
}

const fontNumbers = { plain: 1, bold: 2, japanese: 3 }

const font = (name: string) =>
  Buffer.from(`<< /Type /Font /Subtype /Type1 /BaseFont /${name} /Encoding /WinAnsiEncoding >>`)

/** A font that is not in the file, with a table of codes that every reader must have. */
const japanese = [
  '/Font /Subtype /Type0 /BaseFont /HeiseiMin-W3 /Encoding /UniJIS-UCS2-H /DescendantFonts [7 0 R]',
  '/Font /Subtype /CIDFontType0 /BaseFont /HeiseiMin-W3 /FontDescriptor 8 0 R /CIDSystemInfo << /Registry (Adobe) /Ordering (Japan1) /Supplement 2 >>',
  '/FontDescriptor /FontName /HeiseiMin-W3 /Flags 4 /FontBBox [0 0 1000 1000] /ItalicAngle 0 /Ascent 800 /Descent -200 /StemV 80',
]

function drawText({ text, x, y, size = 10, font: name = 'plain' }: WrittenText): string {
  // A bullet has another place in the encoding of PDFs.
  const shown =
    name === 'japanese'
      ? `<${Buffer.from(text, 'utf16le').swap16().toString('hex')}>`
      : `(${text.replaceAll(/[\\()]/g, '\\$&').replaceAll('•', '\x95')})`
  return `BT /F${fontNumbers[name]} ${size} Tf ${x} ${pageHeight - y} Td ${shown} Tj ET`
}

function joinObjects(objects: Map<number, Buffer>, encryption?: string): Buffer {
  const parts: Buffer[] = [Buffer.from('%PDF-1.7\n%\xe2\xe3\xcf\xd3\n', 'latin1')]
  const offsets = new Map<number, number>()
  let size = (parts[0] as Buffer).length
  const add = (part: Buffer) => {
    parts.push(part)
    size += part.length
  }
  const numbers = [...objects.keys()].toSorted((a, b) => a - b)
  const most = numbers.at(-1) as number
  for (const number of numbers) {
    offsets.set(number, size)
    add(Buffer.concat([Buffer.from(`${number} 0 obj\n`), objects.get(number) as Buffer, Buffer.from('\nendobj\n')]))
  }
  const start = size
  const entries = Array.from({ length: most + 1 }, (_, number) => {
    const at = offsets.get(number)
    return at === undefined ? '0000000000 65535 f \n' : `${String(at).padStart(10, '0')} 00000 n \n`
  })
  const encrypt = encryption === undefined ? '' : ` /Encrypt ${encryption}`
  const id = `/ID [<${fileId.toString('hex')}> <${fileId.toString('hex')}>]`
  add(Buffer.from(`xref\n0 ${most + 1}\n${entries.join('')}`))
  add(Buffer.from(`trailer\n<< /Size ${most + 1} /Root 1 0 R /Info 5 0 R ${id}${encrypt} >>\n`))
  add(Buffer.from(`startxref\n${start}\n%%EOF\n`))
  return Buffer.concat(parts)
}

const fileId = Buffer.from('0123456789abcdef')
const padding = Buffer.from('28bf4e5e4e758a4164004e56fffa01082e2e00b6d0683e802f0ca9fe6453697a', 'hex')

/** The standard security handler, revision 3: RC4 with 128 bits. */
function sealWith(password: string) {
  const md5 = (...parts: Buffer[]) => createHash('md5').update(Buffer.concat(parts)).digest()
  const padded = (word: string) => Buffer.concat([Buffer.from(word, 'latin1'), padding]).subarray(0, 32)
  const often = (data: Buffer, key: Buffer) => {
    let out = rc4(key, data)
    for (let round = 1; round < 20; round++) out = rc4(Buffer.from(key.map((byte) => byte ^ round)), out)
    return out
  }
  let ownerKey = md5(padded('owner'))
  for (let round = 0; round < 50; round++) ownerKey = md5(ownerKey)
  const owner = often(padded(password), ownerKey)
  const permissions = Buffer.alloc(4)
  permissions.writeInt32LE(-4)
  let key = md5(padded(password), owner, permissions, fileId)
  for (let round = 0; round < 50; round++) key = md5(key)
  const user = Buffer.concat([often(md5(padding, fileId), key), Buffer.alloc(16)])
  const [o, u] = [owner.toString('hex'), user.toString('hex')]
  return {
    dictionary: `<< /Filter /Standard /V 2 /R 3 /Length 128 /P -4 /O <${o}> /U <${u}> >>`,
    encrypt: (number: number, data: Buffer) => {
      const id = Buffer.from([number & 255, (number >> 8) & 255, (number >> 16) & 255, 0, 0])
      return rc4(md5(key, id), data)
    },
  }
}

/** By hand: OpenSSL has it no more. */
function rc4(key: Buffer, data: Buffer): Buffer {
  const box = Uint8Array.from({ length: 256 }, (_, at) => at)
  const swap = (a: number, b: number) => {
    const held = box[a] as number
    box[a] = box[b] as number
    box[b] = held
  }
  for (let at = 0, other = 0; at < 256; at++) {
    other = (other + (box[at] as number) + (key[at % key.length] as number)) & 255
    swap(at, other)
  }
  let [at, other] = [0, 0]
  return Buffer.from(
    data.map((byte) => {
      at = (at + 1) & 255
      other = (other + (box[at] as number)) & 255
      swap(at, other)
      return byte ^ (box[((box[at] as number) + (box[other] as number)) & 255] as number)
    }),
  )
}
