// Names and quotes come from strangers. A terminal would obey some of their characters instead of showing them.

/** Controls, and marks that turn the direction of what follows. */
const obeyed = /[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/gu

/** One line that is safe to show: white space is a space, and what a terminal would obey is written out. */
export function plainLine(text: string): string {
  return text
    .toWellFormed()
    .replace(/[\t\n\v\f\r\u0085\u2028\u2029]+/g, ' ')
    .replace(obeyed, escapeCharacter)
}

/** A text that keeps its lines and tabs. */
export function plainLines(text: string): string {
  return text
    .toWellFormed()
    .replace(obeyed, (found) => (found === '\n' || found === '\t' ? found : escapeCharacter(found)))
}

/** JSON that is safe to show, and still the same JSON: `JSON.stringify` leaves half of what terminals obey as it is. */
export function plainJson(value: unknown, indent?: number): string {
  return JSON.stringify(value, null, indent).replace(obeyed, (found) =>
    found === '\n' ? found : `\\u${codeOf(found).toString(16).padStart(4, '0')}`,
  )
}

const codeOf = (found: string) => found.codePointAt(0) ?? 0

function escapeCharacter(found: string): string {
  const code = codeOf(found)
  return code < 256 ? `\\x${code.toString(16).padStart(2, '0')}` : `\\u${code.toString(16).padStart(4, '0')}`
}
