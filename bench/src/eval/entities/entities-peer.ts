import nlp from 'compromise'
import type { BaseKind } from '../../../../server/src/facts/claim.ts'
import type { FoundMention } from './entities-gold.ts'

// compromise finds people, places and organizations by word lists and rules; it ships with its words.

interface Offset {
  offset: { start: number; length: number }
}

export function peerMentions(text: string): FoundMention[] {
  const document = nlp(text)
  const found: FoundMention[] = []
  const groups: [BaseKind, unknown][] = [
    ['person', document.people().json({ offset: true })],
    ['location', document.places().json({ offset: true })],
    ['object', document.organizations().json({ offset: true })],
  ]
  for (const [kind, list] of groups) {
    for (const { offset } of list as Offset[])
      found.push({ kind, ...withoutSigns(text, offset.start, offset.start + offset.length) })
  }
  return found
}

/** Its offsets hold the signs around a name. */
function withoutSigns(text: string, start: number, end: number): { start: number; end: number } {
  const said = text.slice(start, end)
  const before = /^[^\p{L}\p{N}]*/u.exec(said)?.[0].length ?? 0
  const after = /(?:['’]s)?[^\p{L}\p{N}]*$/u.exec(said)?.[0].length ?? 0
  return { start: start + before, end: Math.max(start + before, end - after) }
}
