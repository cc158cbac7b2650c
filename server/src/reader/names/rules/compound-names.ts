import type { BaseKind } from '../../../facts/claim.ts'
import type { WordTable } from '../tagger/word-table.ts'
import type { Mention, Sentence } from './mention.ts'

// Names that a word is made with: `VW-Chef`, `Texas-based`.

const score = 0.7

interface CompoundContext {
  words: WordTable
  /** Whether the same word is an organization elsewhere on the page. */
  isOrganization(name: string): boolean
}

/** The names in the words of a sentence that no mention has. */
export function compoundNames(sentence: Sentence, found: Mention[], context: CompoundContext): Mention[] {
  const mentions: Mention[] = []
  for (const [at, { text, start }] of sentence.tokens.entries()) {
    const [, name = '', rest = ''] = /^(\p{Lu}[\p{L}\p{N}.&]+)-(\p{L}{2,})/u.exec(text) ?? []
    if (name === '' || found.some(({ from, to }) => from <= at && at < to)) continue
    const kind = kindOf(name, rest, context)
    if (!kind) continue
    const end = start + name.length
    mentions.push({ kind, name, score, start, end, from: at, to: at + 1, sentence, isSure: false })
  }
  return mentions
}

function kindOf(name: string, rest: string, { words, isOrganization }: CompoundContext): BaseKind | undefined {
  if (rest === 'based') return words.isPlaceName([name]) ? 'location' : undefined
  if (!/^\p{Lu}/u.test(rest)) return undefined
  return words.isOrganizationName([name]) || isOrganization(name) ? 'object' : undefined
}
