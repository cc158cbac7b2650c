import type { BaseKind } from '../../../facts/claim.ts'
import type { TextToken } from '../../../language/sentences.ts'
import type { TagKind } from '../tagger/labels.ts'

/** A sentence of a block, and how it looks. */
export interface Sentence {
  tokens: TextToken[]
  block: number
  /** Nothing else stands in its block, as in a heading, an item of a list or a cell. */
  isAlone: boolean
  /** Nothing in it is in lower case, so capitals say nothing. */
  isShouted: boolean
  /** Most of its words have capitals, as titles of works and headings have. */
  isTitled: boolean
}

/** A place where a name may stand. */
export interface Mention {
  kind: BaseKind
  name: string
  score: number
  /** UTF-16 offsets in the text of the page. */
  start: number
  end: number
  /** Places in the tokens of its sentence. */
  from: number
  to: number
  sentence: Sentence
  /** A title, a legal form or a head noun says what it is. */
  isSure: boolean
}

export const baseKindOf: Partial<Record<TagKind, BaseKind>> = {
  PER: 'person',
  ORG: 'object',
  LOC: 'location',
  EVT: 'event',
}

export function isYear(word: string): boolean {
  return /^(?:1[0-9]|20)\d\d$/.test(word)
}
