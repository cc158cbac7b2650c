import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, it } from 'vitest'
import { QuoteFinder } from '../../src/facts/find-quote.ts'
import { readAnswer } from '../../src/pipeline/agentic/answer/answer.ts'
import { checkAnswer } from '../../src/pipeline/agentic/answer/check-answer.ts'
import { blocksToRead } from '../../src/pipeline/agentic/prompt/blocks-to-read.ts'
import { PageBlocks } from '../../src/pipeline/agentic/prompt/page-blocks.ts'
import { parsePage } from '../../src/reader/read-page/parse-page.ts'

// What the checks keep of answers about our own pages, written by hand as a good model would answer, with a few statements that
// the page does not make.

function keptOf(id: string) {
  const html = readFileSync(join(import.meta.dirname, id, 'source.html'), 'utf8')
  const answer = readFileSync(resolve(import.meta.dirname, `../support/model/answers/${id}.json`), 'utf8')
  const page = parsePage(html, { url: `https://example.org/${id}` })
  const read = readAnswer(answer)
  if (!('answer' in read)) throw new Error(read.mistakes[0])
  const blocks = new PageBlocks(page)
  const { claims, refusals } = checkAnswer(read.answer, {
    ...{ finder: new QuoteFinder(page.text), title: page.title, language: page.language },
    ...{ published_at: page.published_at, ontology: ['person', 'object', 'location', 'event'] },
    blockAt: (start) => blocks.at(start),
    reads: blocksToRead(page, undefined).portions.flatMap(({ reads }) => reads),
  })
  for (const { quote } of claims) expect(page.text.slice(quote.start, quote.end)).toBe(quote.text)
  const relations = claims.flatMap((claim) =>
    claim.type === 'relationship' ? [`${claim.from.name} ${claim.relation} ${claim.to.name}`] : [],
  )
  return { names: claims.flatMap((claim) => ('name' in claim ? [claim.name] : [])), relations, refusals }
}

it('keeps of a press release what it says, and nothing else', () => {
  const { names, relations, refusals } = keptOf('press-release-appointment')
  expect(new Set(names).size).toBe(10)
  expect(relations.toSorted()).toEqual([
    'Benedikta Rusch leads Lakeside Polytechnic',
    'Mikkel Aagaard founder_of Studio Hvid',
    'Ottoline Brandt-Nakagawa founder_of Studio Hvid',
    'Ottoline Brandt-Nakagawa leads School of Design',
    'Ottoline Brandt-Nakagawa successor_of Gregor Haltiner',
    'Ottoline Brandt-Nakagawa teaches_at Royal College of Craft',
    'Royal College of Craft located_in Copenhagen',
    'School of Design part_of Lakeside Polytechnic',
    'Yannick Delaporte works_for Lakeside Polytechnic',
  ])
  expect(refusals).toContain('relationship')
})

it('keeps of a biography what sentences with a pronoun say of its subject', () => {
  const { names, relations } = keptOf('de-biografie-malerin')
  expect(new Set(names).size).toBeGreaterThanOrEqual(9)
  expect(relations.length).toBeGreaterThanOrEqual(7)
  expect(relations).toEqual(
    expect.arrayContaining([
      'August Henne parent_of Luise Auerswaldt-Henne',
      'Luise Auerswaldt-Henne spouse_of Richard Auerswaldt',
      'Luise Auerswaldt-Henne sibling_of Martha Henne',
    ]),
  )
})
