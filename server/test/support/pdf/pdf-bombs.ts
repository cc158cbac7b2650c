import { constants, deflateRawSync } from 'node:zlib'
import { writePdf } from './write-pdf.ts'

// PDFs that are small and unpack to far more than a reader can hold.

/** A page of spaces, so many times 64 MiB of them. */
export function packedSpaces(times: number): Buffer {
  const part = deflateRawSync(Buffer.alloc(64 * 1024 * 1024, ' '), { finishFlush: constants.Z_FULL_FLUSH })
  const head = Buffer.from([0x78, 0x9c])
  const end = Buffer.from([3, 0, 0, 0, 0, 0])
  return withContent(Buffer.concat([head, ...Array.from({ length: times }, () => part), end]))
}

/** A page whose content is packed already. */
function withContent(packed: Buffer): Buffer {
  const body = writePdf({ pages: [{ content: Buffer.from('@@') }] }).toString('latin1')
  const own = `/Length ${packed.length} /Filter /FlateDecode >>\nstream\n${packed.toString('latin1')}`
  return Buffer.from(
    body.replace('/Length 2 >>\nstream\n@@', () => own),
    'latin1',
  )
}

/** Far more letters than a page can show, each drawn by itself. */
export const manyLetters = (count: number) =>
  writePdf({
    pages: [{ content: Buffer.from(`BT /F1 1 Tf 10 10 Td ${'(a) Tj 2 0 Td '.repeat(count)}ET`) }],
    is_packed: true,
  })
