import type { BaseKind } from '../../../../server/src/facts/claim.ts'
import { foldName } from '../../../../server/src/language/fold-name.ts'
import { findNames } from '../../../../server/src/reader/names/find-names.ts'
import { likelihood, type Sign, signsOf, signsOfField } from '../../../../server/src/reader/names/name-confidence.ts'
import { Tagger } from '../../../../server/src/reader/names/tagger/tagger.ts'
import { parsePage } from '../../../../server/src/reader/read-page/parse-page.ts'
import { claimsOfRecords, readRecords } from '../../../../server/src/reader/records/read-records.ts'
import type { LabelledSite, NamedThing } from '../../eval/graph/labelled-sites.ts'

// Learns how likely a name is right: logistic regression over a few signs, with an example for each name of a site. Large
// sites count no more than small ones, so that weights hold for sites that were not seen.

export interface NameExample {
  host: string
  isRight: boolean
  signs: Sign[]
}

export type SignWeights = Record<string, number>

/** Drawn back to these, which matters where there is little data. */
const startOfNames: SignWeights = {
  'in text': -1,
  score: 1,
  'no sentence': -1,
  organization: -0.5,
  sure: 0.3,
  'given name': -0.3,
  'person of one word': 0,
  'person in a field': 2.5,
  'event in a field': 2.3,
  'other in a field': 2,
  pages: 0.2,
}
const pullBack = 2
const rounds = 3_000
/** A site counts as if it had so many names at most. */
const evenSize = 200
const repeatsMax = 4

interface Seen extends NamedThing {
  signs: Sign[]
  claims: number
}

/** The names of a site of which it is known whether they are right. */
export function examplesOf(site: LabelledSite): NameExample[] {
  const seen = new Map<string, Seen>()
  for (const { url, html } of site.pages()) {
    for (const { signs, ...thing } of namesOfPage(html, url)) {
      const key = `${thing.kind} ${foldName(thing.name)}`
      const known = seen.get(key)
      if (!known) seen.set(key, { ...thing, signs, claims: 1 })
      else {
        known.claims++
        if (likelihood(signs, startOfNames) > likelihood(known.signs, startOfNames)) known.signs = signs
      }
    }
  }
  return [...seen.values()].flatMap(({ signs, claims, ...thing }) => {
    const isRight = site.isRight(thing)
    const pages: Sign = ['pages', Math.log(1 + Math.min(claims - 1, repeatsMax))]
    return isRight === undefined ? [] : [{ host: site.host, isRight, signs: [...signs, pages] }]
  })
}

function namesOfPage(html: string, url: string): (NamedThing & { signs: Sign[] })[] {
  const page = { ...parsePage(html, { url }), url }
  const records = readRecords(page, Tagger.shared())
  const entities = findNames(page, {}, records)
  return [
    ...entities.map((entity) => ({ ...entity, signs: signsOf(entity, Tagger.shared().words) })),
    ...claimsOfRecords(page, records, entities).claims.flatMap((claim) =>
      claim.type === 'entity' ? [{ ...claim, signs: signsOfField(claim.kind as BaseKind) }] : [],
    ),
  ]
}

/** The weights are drawn back to those of `start`, and there are no others. */
export function learnSigns(examples: NameExample[], start = startOfNames): SignWeights {
  const sizes = new Map([...Map.groupBy(examples, ({ host }) => host)].map(([host, all]) => [host, all.length]))
  const weights = { ...start }
  const step = 1 / (4 * Math.sqrt(examples.length + 1))
  for (let round = 0; round < rounds; round++) {
    const slopes: SignWeights = {}
    for (const { host, isRight, signs } of examples) {
      const even = Math.min(1, evenSize / (sizes.get(host) as number))
      const miss = even * (Number(isRight) - likelihood(signs, weights))
      for (const [name, value] of signs) slopes[name] = (slopes[name] ?? 0) + miss * value
    }
    for (const [name, first] of Object.entries(start)) {
      const slope = (slopes[name] ?? 0) - pullBack * ((weights[name] as number) - first)
      weights[name] = (weights[name] as number) + (step * slope) / 10
    }
  }
  return weights
}

/** The confidence of each example, by weights that were learned without its site. */
export function leaveSitesOut(
  examples: NameExample[],
  start = startOfNames,
): { confidence: number; right: boolean; host: string }[] {
  return [...Map.groupBy(examples, ({ host }) => host)].flatMap(([host, left]) => {
    const weights = learnSigns(
      examples.filter((example) => example.host !== host),
      start,
    )
    return left.map(({ isRight, signs }) => ({ confidence: likelihood(signs, weights), right: isRight, host }))
  })
}
