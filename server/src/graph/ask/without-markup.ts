import { decodeHtmlReferences } from '../../language/character-references.ts'

// What an answer says is plain text, whatever the pages are made of. Quotes stay as they are.

/** Numbers in brackets in the quoted text, which would look like citations. */
const marks = /\s?\[\s*\d{1,4}(?:\s*[,–-]\s*\d{1,4})*\s*\]/g
const tags = /<!--[\s\S]*?(?:-->|$)|<\/?[a-z!?][^<>]*>/gi
/** Links and pictures of Markdown. */
const links = /!?\[([^[\]]*)\]\((?:[^()\s]|\([^()\s]*\))*(?:\s+"[^"]*")?\)/g
/** Characters that are not seen, but for the joiners inside words of some scripts. */
const unseen = /(?![\u200c\u200d])[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Cs}]/gu
const emphasis = /(?<![\p{L}\p{N}])(\*{1,3}|_{1,3}|~~|`{1,3})(?=\S)(.+?)(?<=\S)\1(?![\p{L}\p{N}])/gu
const blockMarks = /(?:^|(?<=\n))\s*(?:#{1,6}|>+|[*+-]|```\w*)(?:\s+|$)/g
/** What decoding brings to light is cleaned again, so often. */
const roundsMax = 4

/** On one line, without HTML, Markdown, control characters and numbers that look like citations. */
export function withoutMarkup(text: string): string {
  let plain = text
  for (let round = 0; round < roundsMax; round++) {
    const before = plain
    plain = decodeHtmlReferences(plain)
      .replace(tags, ' ')
      .replace(links, '$1')
      .replace(blockMarks, '')
      .replace(emphasis, '$2')
      .replace(marks, '')
    if (plain === before) break
  }
  // Lines and tabs part words, other characters of this sort do not.
  return plain
    .replace(/\s+/g, ' ')
    .replace(unseen, '')
    .replace(/(?<!\S)`+|`+(?!\S)/g, '')
    .trim()
}
