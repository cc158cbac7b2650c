// Percent-encoding in paths and queries, as RFC 3986 (6.2.2) has it: what needs no escape is not escaped, what
// needs one is, and its hex digits are upper case. A percent sign that begins no escape is escaped itself, so
// that decoding its neighbours cannot make one, and doing all this twice changes nothing.

/** Anything that paths and queries may not hold as it is; a percent sign is looked at closer. */
const suspicious = /[^A-Za-z0-9\-._~!$&'()*+,;=:@/?]/
const escapeOrForbidden = /%[0-9A-Fa-f]{2}|%|[^A-Za-z0-9\-._~!$&'()*+,;=:@/?%]+/g

/** Escapes of characters that need none. Their first digit is below 8, so only the second one has a case. */
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
