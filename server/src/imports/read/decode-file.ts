import { Unreadable } from './raw-row.ts'

type Decoder = InstanceType<typeof TextDecoder>

/** The text of a file: UTF-8, or UTF-16 where a byte order mark says so. */
export async function* decodeFile(chunks: AsyncIterable<Buffer>): AsyncGenerator<string> {
  let decoder: Decoder | undefined
  let held: Buffer = Buffer.alloc(0)
  for await (const chunk of chunks) {
    held = held.length === 0 ? chunk : Buffer.concat([held, chunk])
    if (!decoder && held.length < 2) continue
    decoder ??= decoderOf(held)
    yield decode(decoder, held)
    held = Buffer.alloc(0)
  }
  yield decode(decoder ?? decoderOf(held), held, false)
}

function decoderOf(start: Buffer): Decoder {
  const isLittle = start[0] === 0xff && start[1] === 0xfe
  const isBig = start[0] === 0xfe && start[1] === 0xff
  return new TextDecoder(isLittle ? 'utf-16le' : isBig ? 'utf-16be' : 'utf-8', { fatal: true })
}

function decode(decoder: Decoder, bytes: Buffer, stream = true): string {
  let text: string
  try {
    text = decoder.decode(bytes, { stream })
  } catch {
    throw new Unreadable('it is not text in UTF-8; save it as UTF-8 first')
  }
  if (text.includes('\0')) throw new Unreadable('it is not text')
  return text
}
