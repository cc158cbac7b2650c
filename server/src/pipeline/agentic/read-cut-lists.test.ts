import { describe, expect, it } from 'vitest'
import { type Member, members } from '../../../test/support/list-model.ts'
import type { Claim } from '../../facts/claim.ts'
import { QuoteFinder } from '../../facts/find-quote.ts'
import { packBlocks } from '../../reader/blocks/stored-blocks.ts'
import { parsePage } from '../../reader/read-page/parse-page.ts'
import { recipePageOf } from '../../recipes/recipe-page.ts'
import { statementsOf } from '../../recipes/row-statements.ts'
import { readAnswer } from './answer.ts'
import { blocksToRead, rowsToRead } from './blocks-to-read.ts'
import { checkAnswer } from './check-answer.ts'
import { PageBlocks } from './page-blocks.ts'
import { noteOfRows, readCutLists } from './read-cut-lists.ts'

// Lists of all shapes, read in part by a model and for the rest by rules, beside the same lists read by the model alone.

/** Names the members that it is sent, as a model would. */
type Model = (sent: string) => { entities: object[]; relationships?: object[] }

const modelOf =
  (all: Member[], say: (member: Member) => object = ({ role }) => ({ attributes: { role } })): Model =>
  (sent) => ({
    entities: all
      .filter(({ name }) => new RegExp(`(?<![\\p{L}-])${name}(?![\\p{L}-])`, 'u').test(sent))
      .map((member, at) => ({ ref: `${at}`, kind: 'person', name: member.name, quote: member.name, ...say(member) })),
  })

function read(body: string, model: Model) {
  const { blocks, records, text } = parsePage(`<html><body><main><h1>Members</h1>${body}</main></body></html>`, {
    url: 'https://example.org/members',
  })
  const { lists } = recipePageOf(blocks, packBlocks(blocks, records).lists, text)
  const page = { text, blocks, lists }
  const finder = new QuoteFinder(text)
  const pageBlocks = new PageBlocks(page)
  const ask = (portions: ReturnType<typeof blocksToRead>['portions']) =>
    portions.flatMap((portion): Claim[] => {
      const lines = portion.text.split('\n').filter((line) => !line.startsWith('> '))
      const answer = readAnswer(JSON.stringify({ relevant: true, relationships: [], ...model(lines.join('\n')) }))
      if (!('answer' in answer)) throw new Error(answer.mistakes[0])
      return checkAnswer(answer.answer, {
        finder,
        title: 'Members',
        published_at: null,
        ontology: ['person', 'object', 'location', 'event'],
        blockAt: (start) => pageBlocks.at(start),
        reads: portion.reads,
      }).claims
    })
  const reading = blocksToRead(page, undefined)
  const first = ask(reading.portions)
  const rows = readCutLists(reading.cuts, text, first)
  const rest = ask(rowsToRead(page, rows.rest, reading.portions.length).portions)
  const claims = [...first, ...rows.claims, ...rest]
  for (const { quote } of claims) expect(text.slice(quote.start, quote.end)).toBe(quote.text)
  const facts = (some: Claim[]) => [...statementsOf(some).keys()].toSorted()
  const whole = ask(blocksToRead({ text, blocks }, undefined).portions)
  return {
    facts: facts(claims),
    /** What the model says when it reads everything. */
    whole: facts(whole),
    sent: reading.portions.map((portion) => portion.text).join('\n'),
    by_rules: rows.rows,
    note: noteOfRows(reading.cuts, rows),
  }
}

const all = members(60)
const rowOf = ({ name, role, since, town }: Member) =>
  `<tr><td>${name}</td><td>${role}</td><td>${since}</td><td>${town}</td></tr>`

describe('a list', () => {
  it.for([
    ['a table', `<table>${all.map(rowOf).join('')}</table>`],
    ['items', `<ul>${all.map(({ name, role }) => `<li>${name}, ${role}</li>`).join('')}</ul>`],
    [
      'linked items',
      `<ul>${all.map(({ name, role }, at) => `<li><a href="/m/${at}">${name}</a> ${role}</li>`).join('')}</ul>`,
    ],
    ['cards', all.map(({ name, role }) => `<div class="card"><h3>${name}</h3><p>${role}</p></div>`).join('')],
    ['lines', `<p>${all.map(({ name, role }) => `${name} (${role})`).join('<br>')}</p>`],
    ['definitions', `<dl>${all.map(({ name, role }) => `<dt>${name}</dt><dd>${role}</dd>`).join('')}</dl>`],
    [
      'labels',
      all
        .map(
          ({ name, role, town }) => `<div class="card"><h3>${name}</h3><p>Role: ${role}</p><p>Town: ${town}</p></div>`,
        )
        .join(''),
    ],
  ])('of %s is read by rules', ([, body]) => {
    const { facts, whole, sent, by_rules } = read(body as string, modelOf(all))
    expect(facts).toEqual(whole)
    expect(facts).toHaveLength(2 * all.length)
    expect(by_rules).toBeGreaterThanOrEqual(50)
    expect(all.filter(({ name }) => sent.includes(name)).length).toBe(all.length - by_rules)
  })

  it('is read as a whole when it is short', () => {
    const few = all.slice(0, 11)
    const { sent, by_rules } = read(`<table>${few.map(rowOf).join('')}</table>`, modelOf(few))
    expect(by_rules).toBe(0)
    for (const { name } of few) expect(sent).toContain(name)
  })

  it('is read as a whole when other text stands between its rows', () => {
    const body = all.map(({ name, role }) => `<h3>${name}</h3><p>${role}</p>`).join('')
    const { by_rules, sent } = read(body, modelOf(all))
    expect(by_rules).toBe(0)
    for (const { name } of all) expect(sent).toContain(name)
  })

  it('gives dates, places and relations of two columns', () => {
    const talks = all.map(({ name, since, town, role }, at) => ({
      name,
      since,
      town,
      title: `On the ${role} of year ${at}`,
    }))
    const body = `<table>${talks.map(({ name, since, town, title }) => `<tr><td>${title}</td><td>${name}</td><td>5 May ${since}</td><td>${town}</td></tr>`).join('')}</table>`
    const model: Model = (sent) => {
      const some = talks.filter(({ title }) => sent.includes(`${title} |`))
      return {
        entities: some.flatMap(({ name, since, town, title }) => [
          { ref: title, kind: 'event', name: title, when: `${since}-05-05`, where: town, quote: `${title} | ${name}` },
          { ref: name, kind: 'person', name, quote: `${title} | ${name}` },
        ]),
        relationships: some.map(({ name, title }) => ({
          from: name,
          to: title,
          type: 'speaks_at',
          quote: `${title} | ${name}`,
        })),
      }
    }
    const { facts, whole, by_rules } = read(body, model)
    expect(by_rules).toBe(56)
    expect(facts).toEqual(whole)
    expect(facts).toContain('when|event|on the chair of year 21|1971-05-05')
    expect(facts).toContain(
      'relation|person|jonas moe|speaks_at|event|on the librarian of year 29'.replace(
        'jonas moe',
        all[29]?.name.toLowerCase() ?? '',
      ),
    )
  })
})
