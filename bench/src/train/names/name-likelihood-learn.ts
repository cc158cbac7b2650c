import { foldName } from '../../../../server/src/language/fold-name.ts'
import { scoreRow, type TreeModel } from '../../../../server/src/reader/main-text/tree-model.ts'
import { nameCandidates } from '../../../../server/src/reader/names/find-names.ts'
import { type Likelihood, likelihoodOf } from '../../../../server/src/reader/names/name-likelihood.ts'
import { traitCount } from '../../../../server/src/reader/names/name-traits.ts'
import type { JoinedName } from '../../../../server/src/reader/names/rules/join-names.ts'
import { Tagger } from '../../../../server/src/reader/names/tagger/tagger.ts'
import { parsePage } from '../../../../server/src/reader/read-page/parse-page.ts'
import type { Corpus } from '../../eval/evaluation.ts'
import { type LabelledSite, labelledSites } from '../../eval/graph/labelled-sites.ts'
import { trainTrees } from '../boosted-trees.ts'
import type { MarkedPage } from '../marks/marked-pages.ts'
import { foldCount, foldOf } from './marked-sentences.ts'

// Learns how likely a name is right, from pages on which people have marked all names, and sites of which they have judged
// some. The tagger has learned from the same pages: what it thinks of a page is asked of one that has not seen it.

export interface NameExample {
  /** The page or site that it is of, and the fold of that. */
  source: string
  fold: number
  traits: Float32Array
  isRight: boolean
}

const treeOptions = { trees: 120, depth: 4, rate: 0.08, lambda: 4, leastWeight: 5, rows: 0.7, features: 0.5 }
/** A site counts as if it had so many names at most. */
const evenSize = 1000

/** All examples; of each page by the tagger of its fold, which has not learned from it. */
export function likelihoodExamples(corpus: Corpus, pages: MarkedPage[], taggers: Tagger[]): NameExample[] {
  const sites = labelledSites(corpus).filter(({ isLearned }) => !isLearned)
  return [...examplesOfPages(pages, taggers), ...sites.flatMap((site, at) => examplesOfSite(site, at, Tagger.shared()))]
}

function examplesOfPages(pages: MarkedPage[], taggers: Tagger[]): NameExample[] {
  return pages.flatMap(({ id, page, entities, end }, at) => {
    const fold = foldOf(at)
    const isMarked = ({ name }: { name: JoinedName }) => name.mentions.some(({ start }) => start < end)
    const marked = new Set(
      entities.flatMap(({ kind, name, aliases }) => [name, ...aliases].map((form) => `${kind} ${foldName(form)}`)),
    )
    return candidatesOf(page, taggers[fold] as Tagger)
      .filter(isMarked)
      .map(({ name: { kind, name, aliases }, traits }) => {
        const isRight = [name, ...aliases].some((form) => marked.has(`${kind} ${foldName(form)}`))
        return { source: id, fold, traits, isRight }
      })
  })
}

/** Of sites of other kinds, with a tagger that has seen none of them; a name counts once a site. */
function examplesOfSite(site: LabelledSite, at: number, tagger: Tagger): NameExample[] {
  const seen = new Map<string, NameExample>()
  for (const { url, html } of site.pages()) {
    for (const { name, traits } of candidatesOf({ ...parsePage(html, { url }), url }, tagger)) {
      const isRight = site.isRight(name)
      const key = `${name.kind} ${foldName(name.name)}`
      if (isRight !== undefined && !seen.has(key))
        seen.set(key, { source: site.host, fold: foldOf(at), traits, isRight })
    }
  }
  return [...seen.values()]
}

/** Names in fields are right or wrong with their column. */
const candidatesOf = (page: MarkedPage['page'], tagger: Tagger) =>
  nameCandidates(page, tagger).filter(({ name }) => !name.mentions.some(({ isField }) => isField))

export function learnLikelihood(examples: NameExample[]): TreeModel {
  const sizes = Map.groupBy(examples, ({ source }) => source)
  const values = new Float32Array(examples.length * traitCount)
  for (const [at, { traits }] of examples.entries()) values.set(traits, at * traitCount)
  const weights = Float64Array.from(examples, ({ source }) =>
    Math.min(1, evenSize / (sizes.get(source) as NameExample[]).length),
  )
  const labels = Uint8Array.from(examples, ({ isRight }) => Number(isRight))
  return trainTrees({ values, width: traitCount, labels, weights }, treeOptions)
}

/** The judge that each fold is measured with, learned without its pages and sites. */
export function likelihoodsOfFolds(examples: NameExample[]): Likelihood[] {
  return Array.from({ length: foldCount }, (_, fold) => {
    const model = learnLikelihood(examples.filter((example) => example.fold !== fold))
    return likelihoodOf((traits, offset) => scoreRow(model, traits, offset))
  })
}
