import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isDemonym } from '../../../server/src/reader/names/rules/demonyms.ts'
import { eventHeads } from '../../../server/src/reader/names/rules/name-words.ts'
import { outsideLabel, type TagKind, tagKinds, tagLabelOf } from '../../../server/src/reader/names/tagger/labels.ts'

// Sentences that people have marked the names of, from ../shared/training. The sets do not agree on everything: what they
// mark differently is made one here.

export interface LabelledSentence {
  set: string
  tokens: string[]
  labels: Uint8Array
  isGerman: boolean
  /** How much is learned from it, 0 to 1. */
  weight: number
}

export interface Span {
  start: number
  end: number
  kind: TagKind
}

/** Marked by people; the politics part of CrossNER and a tenth of GermEval are sets of their own. */
const handMade = ['wnut17', 'wikigold', 'crossner', 'redocred', 'germeval-de']
/** Marked by the links of Wikipedia: less is learned from a row, because many are wrong. */
const silverSets = ['wikiann-de', 'wikiann-fr', 'wikiann-nl', 'wikiann-pt', 'wikiann-en']
const silverWeight = 0.2

export const taggerSets = [
  ...['wnut17', 'wikigold', 'crossner-politics', 'crossner', 'redocred', 'germeval-de'],
  ...silverSets,
]
/** A tenth of GermEval, never learned from: what German is measured on. */
export const heldOutGerman = 'germeval-de-tenth'
/** The politics part of CrossNER stands first in its file. */
const politicsRows = 1392

export function readSets(folder: string, without: string[] = []): LabelledSentence[] {
  const sentences: LabelledSentence[] = []
  for (const file of [...handMade, ...silverSets]) {
    const isSilver = file.startsWith('wikiann')
    const lines = readFileSync(join(folder, `ner-${file}.jsonl`), 'utf8').split('\n')
    for (const [at, line] of lines.entries()) {
      const set = setOf(file, at)
      if (line === '' || without.includes(set)) continue
      const { t: tokens, g: tags } = JSON.parse(line) as { t: string[]; g: string[] }
      if (tokens.length === 0 || (isSilver && !isSentence(tokens, tags))) continue
      const labels = labelsOf(tokens, spansOf(tags))
      sentences.push({ set, tokens, labels, isGerman: file.endsWith('-de'), weight: isSilver ? silverWeight : 1 })
    }
  }
  return sentences
}

function setOf(file: string, at: number): string {
  if (file === 'crossner' && at < politicsRows) return 'crossner-politics'
  return file === 'germeval-de' && at % 10 === 0 ? heldOutGerman : file
}

/** Rows of WikiANN are often a bare name, or the rest of a table. */
function isSentence(tokens: string[], tags: string[]): boolean {
  if (/^(?:REDIRECT|WEITERLEITUNG|DOORVERWIJZING|REDIRECIONAMENTO)/i.test(tokens[0] ?? '')) return false
  return tokens.filter((token, at) => tags[at] === 'O' && /^\p{Ll}{2}/u.test(token)).length >= 3
}

export function spansOf(tags: string[]): Span[] {
  const spans: Span[] = []
  for (const [at, tag] of tags.entries()) {
    const kind = tag.slice(2) as TagKind
    const open = spans.at(-1)
    if (tag.startsWith('I-') && open?.end === at && open.kind === kind) open.end++
    else if (tag !== 'O') spans.push({ start: at, end: at + 1, kind })
  }
  return spans
}

export function labelsOf(tokens: string[], spans: Span[]): Uint8Array {
  const labels = new Uint8Array(tokens.length).fill(outsideLabel)
  for (const span of spans) {
    const kind = tagKinds.indexOf(agreedKind(tokens.slice(span.start, span.end), span.kind))
    const last = span.end - 1
    if (span.start === last) labels[last] = tagLabelOf(kind, 3)
    else {
      labels.fill(tagLabelOf(kind, 1), span.start, last)
      labels[span.start] = tagLabelOf(kind, 0)
      labels[last] = tagLabelOf(kind, 2)
    }
  }
  return labels
}

/** Only one set marks events, the others have them among the rest; and each has its own view of `Australian`. */
function agreedKind(words: string[], kind: TagKind): TagKind {
  const [first = ''] = words
  if (words.length === 1 && isDemonym(first) && (kind === 'LOC' || kind === 'MISC')) return 'DEM'
  if (kind !== 'MISC' || words.length === 1) return kind
  const heads = [words.at(-1) ?? '', words[words.indexOf('of') - 1] ?? '']
  return heads.some((word) => eventHeads.has(word.toLowerCase())) ? 'EVT' : kind
}
