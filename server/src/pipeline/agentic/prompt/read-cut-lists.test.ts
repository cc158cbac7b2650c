import { describe, expect, it } from 'vitest'
import { type Member, members } from '../../../../test/support/model/list-model.ts'
import type { Claim } from '../../../facts/claim.ts'
import { QuoteFinder } from '../../../facts/find-quote.ts'
import { packBlocks } from '../../../reader/blocks/stored-blocks.ts'
import { Tagger } from '../../../reader/names/tagger/tagger.ts'
import { parsePage } from '../../../reader/read-page/parse-page.ts'
import { markKinds } from '../../../reader/records/field-kinds.ts'
import { statementsOf } from '../../../recipes/learn/row-statements.ts'
import { recipePageOf } from '../../../recipes/recipe-page.ts'
import { readAnswer } from '../answer/answer.ts'
import { checkAnswer } from '../answer/check-answer.ts'
import { blocksToRead, rowsToRead } from './blocks-to-read.ts'
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
  markKinds(records, { text, language: null }, Tagger.shared())
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
    note: noteOfRows(rows),
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

  it('of paragraphs is none', () => {
    const body = all
      .map(({ name, role }) => `<p>In that year ${name} was elected as ${role} of the society.</p>`)
      .join('')
    const { by_rules, sent } = read(body, modelOf(all))
    expect(by_rules).toBe(0)
    for (const { name } of all) expect(sent).toContain(name)
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
          type: 'speaker_at',
          quote: `${title} | ${name}`,
        })),
      }
    }
    const { facts, whole, by_rules } = read(body, model)
    expect(by_rules).toBeGreaterThan(50)
    expect(facts).toEqual(whole)
    expect(facts).toContain('when|event|on the chair of year 21|1971-05-05')
    expect(facts).toContain(
      'relation|person|jonas moe|speaker_at|event|on the librarian of year 29'.replace(
        'jonas moe',
        all[29]?.name.toLowerCase() ?? '',
      ),
    )
  })

  it('of names in the order of a register is read by rules', () => {
    const turned = ({ name, role }: Member) => `<li>${name.split(' ').reverse().join(', ')} (${role})</li>`
    const body = `<ul>${all.map((one) => turned(one).replace(/ \(.*\)/, '')).join('')}</ul>`
    const model: Model = (sent) => ({
      entities: all
        .map(({ name }) => ({ name, quote: name.split(' ').reverse().join(', ') }))
        .filter(({ quote }) => sent.includes(`- ${quote}`))
        .map((one, at) => ({ ref: `${at}`, kind: 'person', ...one })),
    })
    const { facts, whole, by_rules } = read(body, model)
    expect(by_rules).toBe(56)
    expect(facts).toEqual(whole)
  })
})

describe('rows that are not like the others', () => {
  /** A page of which everything that rules say was said by the model when it reads all. */
  const readsAlike = (body: string, model: Model) => {
    const result = read(body, model)
    expect(result.facts).toEqual(result.whole)
    return result
  }

  it('with a title, or of organizations, are sent', () => {
    const rows = all.map((one, at) => ({
      ...one,
      name: at % 20 === 7 ? `Dr. ${one.name}` : at === 44 ? 'Pilot Guild' : one.name,
    }))
    const body = `<table>${rows.map(rowOf).join('')}</table>`
    const model: Model = (sent) => {
      const { entities } = modelOf(all)(sent)
      return {
        entities: sent.includes('Pilot Guild')
          ? [...entities, { ref: 'g', kind: 'object', name: 'Pilot Guild', quote: 'Pilot Guild' }]
          : entities,
      }
    }
    const { facts, by_rules } = readsAlike(body, model)
    expect(by_rules).toBeGreaterThan(40)
    expect(facts).toContain('entity|object|pilot guild')
    expect(facts.filter((fact) => fact.includes('dr '))).toEqual([])
  })

  it('are told apart by a column of few values, of which nothing is read', () => {
    const status = (at: number) => (at % 9 === 5 ? 'former' : at === 33 ? 'deceased' : 'active')
    const body = `<table>${all.map(({ name, town }, at) => `<tr><td>${name}</td><td>${town}</td><td>${status(at)}</td></tr>`).join('')}</table>`
    const model: Model = (sent) => {
      const some = all
        .map((one, at) => ({ ...one, line: `${one.name} | ${one.town} | ${status(at)}`, status: status(at) }))
        .filter(({ line }) => sent.includes(line))
      return {
        entities: [
          { ref: 's', kind: 'object', name: 'Members', quote: 'Members' },
          ...some.map(({ name, line }) => ({ ref: name, kind: 'person', name, quote: line })),
        ],
        relationships: some.flatMap(({ name, line, status }) =>
          status === 'deceased'
            ? []
            : [{ from: name, to: 's', type: status === 'former' ? 'alumnus_of' : 'member_of', quote: line }],
        ),
      }
    }
    const { facts, by_rules, sent } = readsAlike(body, model)
    expect(by_rules).toBeGreaterThan(30)
    expect(sent).toContain('deceased')
    expect(facts.filter((fact) => fact.includes('|alumnus_of|'))).toHaveLength(7)
  })

  it('because of lists inside them are sent', () => {
    const inner = (at: number) =>
      at % 3 === 0 ? `<ul><li>Harbour Prize ${1900 + at}</li><li>Guild Prize ${1950 + at}</li></ul>` : ''
    const body = `<ul class="m">${all.map(({ name, role }, at) => `<li><p>${name}</p><p>${role}</p>${inner(at)}</li>`).join('')}</ul>`
    const model: Model = (sent) => {
      const { entities } = modelOf(all)(sent)
      const prizes = [...sent.matchAll(/(?:Harbour|Guild) Prize \d{4}/g)].map(([name], at) => ({
        ref: `z${at}`,
        kind: 'event',
        name,
        quote: name,
      }))
      return { entities: [...entities, ...prizes] }
    }
    const { facts } = readsAlike(body, model)
    expect(facts.filter((fact) => fact.startsWith('entity|event'))).toHaveLength(40)
  })

  it('of two sorts in one list are read by the model', () => {
    const body = `<ul>${all.map(({ name, town, role }, at) => `<li>${at % 2 === 0 ? `${name}, ${role}` : `${town}, ${name}`}</li>`).join('')}</ul>`
    const model: Model = (sent) => modelOf(all, () => ({}))(sent)
    readsAlike(body, model)
  })

  it('of two lists on a page have rules of their own', () => {
    const [left, right] = [all.slice(0, 30), all.slice(30)]
    const body = `<h2>Board</h2><table><tr><th>Name</th><th>Role</th></tr>${left.map(({ name, role }) => `<tr><td>${name}</td><td>${role}</td></tr>`).join('')}</table>
      <h2>Firms</h2><ul>${right.map(({ name, town }) => `<li>${name} Ltd – ${town}</li>`).join('')}</ul>`
    const model: Model = (sent) => ({
      entities: [
        ...left
          .filter(({ name, role }) => sent.includes(`${name} | ${role}`))
          .map(({ name, role }) => ({
            ref: name,
            kind: 'person',
            name,
            attributes: { role },
            quote: `${name} | ${role}`,
          })),
        ...right
          .filter(({ name }) => sent.includes(`${name} Ltd`))
          .map(({ name, town }) => ({
            ref: name,
            kind: 'object',
            name: `${name} Ltd`,
            where: town,
            quote: `${name} Ltd – ${town}`,
          })),
      ],
    })
    const { by_rules, facts } = readsAlike(body, model)
    expect(by_rules).toBeGreaterThan(36)
    expect(facts).toHaveLength(120)
  })
})
