import type { NameOptions } from '../../../../server/src/reader/names/find-names.ts'
import { Tagger } from '../../../../server/src/reader/names/tagger/tagger.ts'
import { learnWithoutPages } from '../../train/left-out.ts'
import { readMarkedPages } from '../../train/marks/marked-pages.ts'
import { foldCount, foldOf, learnedPages } from '../../train/names/marked-sentences.ts'
import { likelihoodExamples, likelihoodsOfFolds } from '../../train/names/name-likelihood-learn.ts'
import { learnModel } from '../../train/statements/model.ts'
import { readProse } from '../../train/statements/prose.ts'
import { readAll } from '../../train/statements/read-all.ts'
import { readSets } from '../../train/tagger-data.ts'
import type { Corpus } from '../evaluation.ts'

// Readers of marked pages, from which what ships has learned. Each page is read with a tagger, a judge of names and a model of sentences
// that were learned anew without a quarter of the pages, it among them. Other pages are read with what ships.

export function readersOfPages(
  corpus: Corpus,
  { ids, training, progress }: { ids: string[]; training: string; progress(text: string): void },
): (id: string) => NameOptions {
  const isLearned = learnedPages()
  if (!ids.some((id) => isLearned.has(id))) return () => ({})
  const pages = readMarkedPages(corpus).filter(({ id }) => isLearned.has(id))
  progress(`learns without each quarter of ${pages.length} pages`)
  const shipped = Tagger.shared()
  const taggers = learnWithoutPages(readSets(training), shipped.words, { pages, progress })
  progress('how likely names are right')
  const likelihoods = likelihoodsOfFolds(likelihoodExamples(corpus, pages, taggers))
  const folds = new Map(pages.map(({ id }, at) => [id, foldOf(at)]))
  const ofPages = readProse(pages, ({ id }) => taggers[folds.get(id) as number] as Tagger)
  const others = readAll(training, corpus, shipped)
  const readers = Array.from({ length: foldCount }, (_, fold): NameOptions => {
    progress(`what sentences say, without quarter ${fold + 1}`)
    const seen = [...others, ...ofPages.filter(({ group }) => folds.get(group) !== fold)]
    return { tagger: taggers[fold], likelihood: likelihoods[fold], statements: learnModel(seen, progress) }
  })
  return (id) => readers[folds.get(id) ?? -1] ?? {}
}

/** The id of a page, by the file of its marks. */
export const idOf = (file: string): string => file.replace(/\.json$/, '')
