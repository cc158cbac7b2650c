import type { ServerResponse } from 'node:http'
import { compressInto, type Encoding } from '../compress.ts'
import { drained } from '../event-streams.ts'
import type { Download } from '../handlers.ts'

// Sends answers of any size in the memory of one chunk: the next is made when the reader has taken the one before.

/** A reader that takes nothing for so long is gone, or malicious. */
const stalledMs = 60_000

export function fileHeaders({ content_type, file_name }: Download, encoding: Encoding | undefined): string[] {
  const headers = ['content-type', content_type, 'content-disposition', `attachment; filename="${file_name}"`]
  return [...headers, 'vary', 'accept-encoding', ...(encoding ? ['content-encoding', encoding] : [])]
}

/** Ends the answer only when the last chunk is written; throws when that fails, or when `confirm` does. */
export async function sendChunks(
  response: ServerResponse,
  encoding: Encoding | undefined,
  first: IteratorResult<string | Uint8Array>,
  rest: AsyncIterator<string | Uint8Array>,
  confirm: () => Promise<void> | undefined,
): Promise<void> {
  response.setTimeout(stalledMs, () => response.destroy())
  response.on('error', () => response.destroy())
  const out = encoding ? compressInto(response, encoding) : response
  let chunk = first
  try {
    while (!chunk.done && !out.destroyed) {
      out.write(chunk.value)
      await drained(out)
      // A caller that has lost access meanwhile gets no more.
      await confirm()
      if (!out.destroyed) chunk = await rest.next()
    }
  } finally {
    await rest.return?.()
  }
  if (chunk.done) out.end()
}
