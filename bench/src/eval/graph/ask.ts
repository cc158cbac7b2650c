import { get } from '../../api.ts'
import { CorpusMissing, type Evaluation, Score, scoreRow } from '../evaluation.ts'
import { type AskedQuestion, askedQuestions } from './ask-questions.ts'
import { crawlWholeSites, wholeSites } from './whole-sites.ts'

// Questions to whole sites, without a model: whether the right passage comes first, and whether nothing is said where
// the site does not say it.

interface Answer {
  answer: string
  citations: { quote: string; url: string }[]
}

/** The site that nobody looked at while the rules were written. */
const leftOut = '2017.pyconuk.org'

export const ask: Evaluation = {
  name: 'ask',
  describe: 'questions to whole sites without a model: the right passage first, facts, silence where there is none',
  async run({ corpus, progress }) {
    const hosts = new Set(askedQuestions.map(({ host }) => host))
    const sites = wholeSites(corpus).filter(({ host }) => hosts.has(host))
    if (sites.length === 0) throw new CorpusMissing('no site of the questions is in the corpus')
    const answered = await crawlWholeSites(sites, async ({ host }, domain, key) => {
      progress(host)
      const asked = askedQuestions.filter((one) => one.host === host)
      return Promise.all(
        asked.map(async (one) => ({
          ...one,
          ...(await get<Answer>(`${domain}/ask?q=${encodeURIComponent(one.question)}`, key)),
        })),
      )
    })
    const all = answered.flat()
    for (const one of all)
      if (!isRight(one)) progress(`${one.question} ${one.citations[0]?.quote.slice(0, 200) ?? '–'}`)
    return [
      ...rowsOf(
        'tuned on',
        all.filter(({ host }) => host !== leftOut),
      ),
      ...rowsOf(
        'left out',
        all.filter(({ host }) => host === leftOut),
      ),
    ]
  },
}

type Answered = AskedQuestion & Answer

function isRight({ phrase, facts, answer, citations }: Answered): boolean {
  if (facts) return facts.every((fact) => beginningOf(answer).includes(fact))
  if (phrase === undefined) return citations.length === 0
  return citations[0]?.quote.toLowerCase().includes(phrase.toLowerCase()) === true
}

/** The first sentence, which tells the facts. */
const beginningOf = (answer: string) => /^.*?\]\./.exec(answer)?.[0] ?? ''

function rowsOf(title: string, answered: Answered[]): ReturnType<typeof scoreRow> {
  const [first, silent, told, plain] = [new Score(), new Score(), new Score(), new Score()]
  for (const one of answered) {
    const score = one.facts ? told : one.phrase === undefined ? silent : first
    score.add(one.question, isRight(one))
    const texts = [one.answer, ...one.citations.map(({ quote }) => quote)]
    plain.add(one.question, !texts.some((text) => /<\/?[a-z][^<>]*>|-->|&[a-z]+;/i.test(text)))
  }
  return [
    ...scoreRow(`${title}, right passage first`, { ours: first, least: 70 }),
    ...scoreRow(`${title}, nothing said where there is nothing`, { ours: silent, least: 90 }),
    ...scoreRow(`${title}, facts told`, { ours: told, least: 70 }),
    ...scoreRow(`${title}, no markup`, { ours: plain, least: 100 }),
  ]
}
