import type { BaseKind } from '../../../../server/src/facts/claim.ts'
import { baseKindOf } from '../../../../server/src/reader/names/rules/mention.ts'
import { kindOfLabel, outsideLabel, partOfLabel, tagKinds } from '../../../../server/src/reader/names/tagger/labels.ts'
import type { Tagger } from '../../../../server/src/reader/names/tagger/tagger.ts'
import type { Row } from '../../measurement.ts'
import { learnWithout } from '../../train/left-out.ts'
import { heldOutGerman, type LabelledSentence } from '../../train/tagger-data.ts'
import { Tally } from './entities-gold.ts'

// The sets that people have marked, each measured with weights that were learned without it: how well the tagger does on
// texts and habits of marking that it has not seen. Words and sentences are those of the set.

/** Both parts of CrossNER, and all of GermEval, are left out together. */
const groups: Record<string, string[]> = {
  wnut17: ['wnut17'],
  wikigold: ['wikigold'],
  crossner: ['crossner', 'crossner-politics'],
  redocred: ['redocred'],
  'germeval-de': ['germeval-de', heldOutGerman],
}

/** The least F1 that is asked for on German by hand. */
const leastGerman = 65

export function leftOutRows(sentences: LabelledSentence[], shipped: Tagger, progress: (text: string) => void): Row[] {
  const rows: Row[] = []
  const averages: { object: number[]; person: number[] } = { object: [], person: [] }
  for (const [name, sets] of Object.entries(groups)) {
    progress(`learns without ${name}`)
    const tagger = learnWithout(sentences, shipped.words, { without: sets, progress: () => {} })
    const tally = tallyOf(
      sentences.filter(({ set }) => sets.includes(set)),
      tagger,
    )
    averages.object.push(tally.of('object').f1)
    averages.person.push(tally.of('person').f1)
    rows.push({ measure: `${name} left out, mentions, F1`, unit: '%', ours: tally.all.f1, note: `${tally}` })
  }
  for (const [kind, figures] of Object.entries(averages)) {
    const mean = figures.reduce((sum, figure) => sum + figure, 0) / figures.length
    rows.push({ measure: `sets left out in turn, mentions of kind ${kind}, mean F1`, unit: '%', ours: mean })
  }
  const german = sentences.filter(({ set }) => set === heldOutGerman)
  if (german.length === 0) return rows
  const tally = tallyOf(german, shipped)
  const target = { text: `${leastGerman} %`, met: tally.all.f1 >= leastGerman }
  const note = `a tenth of GermEval that is never learned from; ${tally}`
  return [...rows, { measure: 'German held out, mentions, F1', unit: '%', ours: tally.all.f1, target, note }]
}

/** Events are marked by one set only, so they are not counted. */
function tallyOf(sentences: LabelledSentence[], tagger: Tagger): Tally {
  const tally = new Tally()
  for (const { tokens, labels, isGerman } of sentences) {
    const open = goldSpans(labels)
    for (const { start, end, kind } of tagger.tagSentence(tokens, { isGerman })) {
      const base = counted(kind)
      if (!base) continue
      const isRight = open.get(`${start}:${end}`) === base
      tally.add(base, isRight ? 'right' : 'wrong')
      if (isRight) tally.add(base, 'hit')
      if (isRight) open.delete(`${start}:${end}`)
    }
    for (const kind of open.values()) tally.add(kind, 'missed')
  }
  return tally
}

function goldSpans(labels: Uint8Array): Map<string, BaseKind> {
  const spans = new Map<string, BaseKind>()
  let start = 0
  for (const [at, label] of labels.entries()) {
    if (label === outsideLabel) continue
    const part = partOfLabel(label)
    if (part === 0 || part === 3) start = at
    const kind = counted(tagKinds[kindOfLabel(label)] as keyof typeof baseKindOf)
    if (part >= 2 && kind) spans.set(`${start}:${at + 1}`, kind)
  }
  return spans
}

function counted(kind: keyof typeof baseKindOf): BaseKind | undefined {
  return kind === 'EVT' ? undefined : baseKindOf[kind]
}
