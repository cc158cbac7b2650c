import { scoreRow } from '../../../../server/src/reader/main-text/tree-model.ts'
import { Tagger } from '../../../../server/src/reader/names/tagger/tagger.ts'
import { statementTypes } from '../../../../server/src/reader/statements/statement-types.ts'
import type { Row } from '../../measurement.ts'
import { readMarkedPages } from '../../train/marks/marked-pages.ts'
import { knowledgeNetTypes, readKnowledgeNet } from '../../train/statements/knowledge-net.ts'
import { learnBoth, scoresOf, statementsOf } from '../../train/statements/learn-verdicts.ts'
import { readProse } from '../../train/statements/prose.ts'
import { readAll } from '../../train/statements/read-all.ts'
import type { Evaluation } from '../evaluation.ts'

// Facts of KnowledgeNet in single sentences. Each of its folds is judged by models that have learned from all sets but that
// fold. Recall counts all marked facts, also those whose ends the reader does not find.

/** Of a hundred statements that are made so many are right. */
const right = 0.9
/** Fewer statements prove no share. */
const leastSaid = 10
const target = 45

interface Judged {
  score: number
  isRight: boolean
  fact: string | undefined
  isPronoun: boolean
}

export const facts: Evaluation = {
  name: 'facts',
  describe: 'facts of KnowledgeNet in sentences: recall where nine of ten are right, each fold left out',
  async run({ corpus, training, progress }) {
    const tagger = Tagger.shared()
    const { examples, marked, markedNames } = readKnowledgeNet(training, tagger)
    const others = [...readAll(training, corpus, tagger), ...readProse(readMarkedPages(corpus), () => tagger)].filter(
      ({ set }) => set !== 'knowledgenet',
    )
    const folds = [...new Set(examples.map(({ group }) => group))].sort()
    const judged = new Map<string, Judged[]>(statementTypes.map(({ name }) => [name, []]))
    for (const fold of folds) {
      progress(`without fold ${fold}`)
      const { models, trees } = learnBoth([...examples.filter(({ group }) => group !== fold), ...others], progress)
      const left = examples.filter(({ group }) => group === fold)
      for (const { example, at, type, traits, isRight } of statementsOf(left, (one) => scoresOf(models, one))) {
        const fact = example.facts[at]
        // A pair may say what this property does not ask for.
        if (isRight && fact === undefined) continue
        const { name } = statementTypes[type] as (typeof statementTypes)[number]
        judged.get(name)?.push({ score: scoreRow(trees, traits, 0), isRight, fact, isPronoun: example.is_pronoun })
      }
    }
    const count = (counts: ReadonlyMap<string, number>, property: string) =>
      folds.reduce((sum, fold) => sum + (counts.get(`${fold} ${property}`) ?? 0), 0)
    const wanted = { all: 0, names: 0 }
    const rows = [...knowledgeNetTypes].map(([property, type]): Row => {
      const cases = judged.get(type) ?? []
      const all = foundWhereRight(cases)
      const names = foundWhereRight(cases.filter(({ isPronoun }) => !isPronoun))
      const [ofAll, ofNames] = [count(marked, property), count(markedNames, property)]
      wanted.all += ofAll
      wanted.names += ofNames
      const note = `${all} of ${ofAll}; between names ${names} of ${ofNames}`
      return { measure: `facts, ${property}`, unit: '%', ours: (100 * all) / ofAll, note }
    })
    const cases = [...knowledgeNetTypes.values()].flatMap((type) => judged.get(type) ?? [])
    const total = (measure: string, of: 'all' | 'names'): Row => {
      const found = foundWhereRight(of === 'all' ? cases : cases.filter(({ isPronoun }) => !isPronoun))
      const percent = (100 * found) / wanted[of]
      const met = percent >= target
      const note = `${found} of ${wanted[of]}`
      return { measure, unit: '%', ours: percent, target: { text: `>= ${target} %`, met }, note }
    }
    return [total('facts, found where nine of ten are right', 'all'), total('facts, between names', 'names'), ...rows]
  },
}

/** How many facts are found by the lowest score from which on enough statements are right. */
function foundWhereRight(cases: Judged[]): number {
  const found = new Set<string>()
  let rights = 0
  let best = 0
  for (const [at, { isRight, fact }] of cases.toSorted((a, b) => b.score - a.score).entries()) {
    if (isRight) rights++
    if (isRight && fact !== undefined) found.add(fact)
    if (at + 1 >= leastSaid && rights >= right * (at + 1)) best = found.size
  }
  return best
}
