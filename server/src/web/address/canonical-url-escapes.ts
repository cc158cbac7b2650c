// Percent-encoding in paths and queries by RFC 3986 (6.2.2): characters that need no escape are not escaped, others
// are, with upper-case hex digits. A percent sign that begins no escape is escaped itself, so that decoding its
// neighbours cannot create one and normalising twice changes nothing.

/** Characters that paths and queries may not contain; percent signs need a closer look. */
const suspicious = /[^A-Za-z0-9\-._~!$&'()*+,;=:@/?]/
const escapeOrForbidden = /%[0-9A-Fa-f]{2}|%|[^A-Za-z0-9\-._~!$&'()*+,;=:@/?%]+/g

/** Escapes of characters that need none. Their first digit is below 8, so only the second one has a letter case. */
const needless = new Map<string, string>()
for (const character of 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~') {
  const escaped = `%${character.charCodeAt(0).toString(16)}`
  needless.set(escaped, character).set(escaped.toUpperCase(), character)
}

export function normalizeEscapes(text: string): string {
  return suspicious.test(text) ? text.replace(escapeOrForbidden, normalizeMatch) : text
}

function normalizeMatch(match: string): string {
  if (match.length === 3 && match.startsWith('%')) return needless.get(match) ?? match.toUpperCase()
  return encodeURIComponent(match.toWellFormed())
}
