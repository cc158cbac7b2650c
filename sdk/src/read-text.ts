/** Thrown for a body that is longer than it may be; the rest of it is not read. */
export class TooLong extends Error {}

/** The text of a body of at most so many bytes: whatever is at the address may send without an end. */
export async function readText(response: Response, maxBytes: number): Promise<string> {
  const reader = response.body?.getReader()
  const decoder = new TextDecoder()
  let text = ''
  let bytes = 0
  for (;;) {
    const { value } = (await reader?.read()) ?? {}
    if (!value) return text + decoder.decode()
    bytes += value.length
    if (bytes > maxBytes) {
      await reader?.cancel()
      throw new TooLong()
    }
    text += decoder.decode(value, { stream: true })
  }
}
