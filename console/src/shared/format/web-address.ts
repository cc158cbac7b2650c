// Addresses on pages of strangers are not to be trusted.

/** The address, when a browser may be sent there. */
export function webAddress(url: string): string | undefined {
  const parsed = URL.parse(url)
  return parsed && ['http:', 'https:'].includes(parsed.protocol) ? parsed.href : undefined
}

/** An address without `https://` and a slash at the end, for people to read. */
export const readable = (url: string) => url.replace(/^https?:\/\/(?:www\.)?/, '').replace(/\/$/, '')
