import type { BaseKind } from '../../../facts/claim.ts'
import type { TextToken } from '../../../language/sentences/sentences.ts'
import type { TagKind } from '../tagger/labels.ts'
import type { TaggedSpan } from '../tagger/tagger.ts'

/** A sentence of a block, and how it is written. */
export interface Sentence {
  tokens: TextToken[]
  block: number
  /** The sentence is alone in its block, as in a heading, an item of a list or a cell. */
  isAlone: boolean
  /** Nothing in the sentence is in lower case, so capitals mean nothing. */
  isShouted: boolean
  /** Most words are capitalised, as in titles of works and headings. */
  isTitled: boolean
  /** All that the tagger found, names or not. */
  spans?: TaggedSpan[]
}

/** A text span that may be a name. */
export interface Mention {
  kind: BaseKind
  name: string
  score: number
  /** UTF-16 offsets in the text of the page. */
  start: number
  end: number
  /** Token indexes in its sentence; `to` is exclusive. */
  from: number
  to: number
  sentence: Sentence
  /** A title, a legal form or a head noun confirms the kind. */
  isSure: boolean
  /** The name is a field of a record, whose kind all values of its column decided, or structured data states it. */
  isField?: true
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
