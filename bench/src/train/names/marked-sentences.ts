import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { BaseKind } from '../../../../server/src/facts/claim.ts'
import { isCapitalised } from '../../../../server/src/language/capitals.ts'
import { isGerman as isOfGerman } from '../../../../server/src/language/detection/tell-language.ts'
import { readTokens } from '../../../../server/src/language/sentences/sentences.ts'
import { readPageSentences } from '../../../../server/src/reader/names/find-mentions.ts'
import { isDemonym } from '../../../../server/src/reader/names/rules/demonyms.ts'
import type { Sentence } from '../../../../server/src/reader/names/rules/mention.ts'
import type { TagKind } from '../../../../server/src/reader/names/tagger/labels.ts'
import type { MarkedEntity, MarkedPage } from '../marks/marked-pages.ts'
import { type LabelledSentence, labelsOf, type Span } from '../tagger-data.ts'

// The sentences of marked pages, to learn names from.

/** The ids of the pages that the weights that ship have learned from; tagger.ts writes them. */
export const learnedPagesFile = join(import.meta.dirname, 'learned-pages.txt')

export const learnedPages = (): ReadonlySet<string> =>
  new Set(readFileSync(learnedPagesFile, 'utf8').trim().split('\n'))

/** The set that all of them are. */
export const markedSet = 'prose'

/** How many parts pages are measured in, each with what was learned from the others. */
export const foldCount = 4

/** Every fourth page, so that a part has pages of all kinds. */
export const foldOf = (at: number): number => at % foldCount

/** More, and what the sets have taught is forgotten. */
const weight = 0.3

const tagOfKind: Record<BaseKind, TagKind> = { person: 'PER', object: 'ORG', location: 'LOC', event: 'EVT' }

export function sentencesOf({ page, entities, end }: MarkedPage): LabelledSentence[] {
  const forms = formsOf(entities)
  const isGerman = isOfGerman(page.language)
  return readPageSentences(page.text, page.blocks).flatMap((sentence) => {
    if (sentence.isShouted || (sentence.tokens[0]?.start ?? 0) >= end) return []
    const tokens = sentence.tokens.map(({ text }) => text)
    const spans = spansIn(tokens, forms)
    // Teasers and menus beside the article were marked only in part.
    if (spans.length === 0 && !isMain(page, sentence)) return []
    return [{ set: markedSet, tokens, labels: labelsOf(tokens, withDemonyms(tokens, spans)), isGerman, weight }]
  })
}

const isMain = ({ blocks }: MarkedPage['page'], { block }: Sentence) => blocks[block]?.is_main === true

interface Form {
  words: string[]
  kind: TagKind
}

/** Forms by their first word, longest first. */
function formsOf(entities: MarkedEntity[]): Map<string, Form[]> {
  const forms = new Map<string, Form[]>()
  for (const { kind, name, aliases } of entities) {
    for (const form of new Set([name, ...aliases])) {
      const words = readTokens(form).map(({ text }) => text)
      const [first] = words
      // A mark that begins in lower case is a description: `the base`.
      if (first === undefined || !isCapitalised(first)) continue
      forms.set(first, [...(forms.get(first) ?? []), { words, kind: tagOfKind[kind] }])
    }
  }
  for (const same of forms.values()) same.sort((a, b) => b.words.length - a.words.length)
  return forms
}

function spansIn(tokens: string[], forms: Map<string, Form[]>): Span[] {
  const spans: Span[] = []
  for (let at = 0; at < tokens.length; at++) {
    const form = forms
      .get(tokens[at] as string)
      ?.find(({ words }) => words.every((word, on) => tokens[at + on] === word))
    if (!form) continue
    spans.push({ start: at, end: at + form.words.length, kind: form.kind })
    at += form.words.length - 1
  }
  return spans
}

function withDemonyms(tokens: string[], spans: Span[]): Span[] {
  const isFree = (at: number) => !spans.some(({ start, end }) => start <= at && at < end)
  const demonyms = tokens.flatMap((token, at): Span[] =>
    isCapitalised(token) && isDemonym(token) && isFree(at) ? [{ start: at, end: at + 1, kind: 'DEM' }] : [],
  )
  return [...spans, ...demonyms].sort((a, b) => a.start - b.start)
}
