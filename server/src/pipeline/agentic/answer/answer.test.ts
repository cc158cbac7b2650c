import { expect, it } from 'vitest'
import { type Answer, readAnswer } from './answer.ts'

// Answers as small models and careless servers give them.

const facts = {
  relevant: true,
  entities: [
    { ref: 'e1', kind: 'person', name: 'Ada Berg', quote: 'Ada Berg chairs' },
    { ref: 'e2', kind: 'object', name: 'Harbour Society', quote: 'the Harbour Society' },
  ],
  relationships: [{ from: 'e1', to: 'e2', type: 'leads', quote: 'Ada Berg chairs the Harbour Society' }],
}
const json = JSON.stringify(facts)
const python = json.replaceAll('"', "'").replace('true', 'True')

it.for<[string, string]>([
  ['plain', json],
  ['in a fence', `\`\`\`json\n${json}\n\`\`\``],
  [
    'in a fence behind a sentence',
    `Here are the facts:\n\n\`\`\`\n${json}\n\`\`\`\nLet me know if you need more {details}.`,
  ],
  ['behind thoughts', `<think>\nThe page names {Ada}. So [two] entities.\n</think>\n\n${json}`],
  ['behind thoughts whose beginning the server ate', `The page names {Ada}.</think>${json}`],
  ['between sentences', `Sure! ${json} I hope that helps :}`],
  ['in quotation marks of Python', python],
  ['with commas too many', json.replaceAll('}]', '},]').replace(/\}$/, ',}')],
  ['with comments', json.replace('"entities"', '/* who */ "entities"')],
  ['with keys without quotation marks', json.replaceAll(/"(\w+)":/g, '$1:')],
  ['with line breaks in its strings', json.replace('Ada Berg chairs the', 'Ada Berg chairs\nthe')],
  ['in a wrapper', JSON.stringify({ page_facts: facts })],
  [
    'with capitals in its keys',
    json.replaceAll(/"(\w)(\w*)":/g, (_, first, rest) => `"${first.toUpperCase()}${rest}":`),
  ],
  ['without a verdict', JSON.stringify({ ...facts, relevant: undefined })],
  ['with a verdict in words', JSON.stringify({ ...facts, relevant: 'yes' })],
  [
    'with entities by their refs',
    JSON.stringify({ ...facts, entities: { e1: facts.entities[0], e2: facts.entities[1] } }),
  ],
  [
    'in words of graphs',
    JSON.stringify({
      nodes: facts.entities.map(({ ref, kind, name, quote }) => ({
        id: ref,
        type: kind,
        label: name,
        evidence: quote,
      })),
      edges: facts.relationships.map(({ from, to, type, quote }) => ({
        source: from,
        target: to,
        relation: type,
        quote,
      })),
    }),
  ],
])('an answer that is %s', ([, given]) => {
  const read = readAnswer(given)
  expect(read).toMatchObject({ is_cut: false, answer: { relevant: true, unreadable: 0 } })
  const { entities, relationships } = (read as { answer: Answer }).answer
  expect(entities.map(({ ref, name }) => [ref, name])).toEqual([
    ['e1', 'Ada Berg'],
    ['e2', 'Harbour Society'],
  ])
  expect(relationships).toMatchObject([{ from: 'e1', to: 'e2', type: 'leads', certainty: null, role: null }])
})

it.for<[string, string]>([
  ['no JSON', 'I cannot do that.'],
  ['cut off before anything is whole', '{"relevant":true,"entities":[{"ref"'],
  ['nothing', ''],
  ['an array', '[]'],
  ['empty without a verdict', '{"entities":[],"relationships":[]}'],
  ['a schema', '{"type":"object","properties":{"relevant":{"type":"boolean"}}}'],
  ['entities without names alone', '{"relevant":true,"entities":[{"ref":"1","kind":"person"}],"relationships":[]}'],
  ['deeper than any page', `{"entities":${'['.repeat(200_000)}`],
])('an answer that is %s is asked for again', ([, given]) => {
  expect(readAnswer(given)).toMatchObject({ mistakes: [expect.stringMatching(/./)] })
})

it('reads what most entities have none of from one place, and from the fields themselves', () => {
  const details = { summary: 'Chair.', when: '1931', where: 'Bergen', attributes: { role: 'chair' } }
  const ada = { ref: 'e1', kind: 'person', name: 'Ada Berg', aliases: [], quote: 'Ada Berg' }
  const entities = [
    { ...ada, more: details },
    { ...ada, ...details },
    { ...ada, more: null },
  ]
  const read = readAnswer(JSON.stringify({ relevant: true, entities, relationships: [] }))
  const none = { summary: null, when: null, where: null, attributes: {} }
  expect(read).toMatchObject({ answer: { entities: [details, details, none] } })
})

it('leaves out what cannot be read, and keeps the rest', () => {
  const given = { ...facts, entities: [...facts.entities, { ref: 'e3', name: null }, 'Jonas'] }
  expect(readAnswer(JSON.stringify(given))).toMatchObject({ answer: { entities: [{}, {}], unreadable: 2 } })
})

it('takes an entity without a ref or a quote', () => {
  const given = { relevant: true, entities: [{ kind: 'person', name: 'Ada Berg' }], relationships: [] }
  expect(readAnswer(JSON.stringify(given))).toMatchObject({ answer: { entities: [{ ref: null, quote: null }] } })
})

it.for<[string, number, number, number]>([
  ['in an entity', json.indexOf('Harbour'), 1, 0],
  ['behind an entity', json.indexOf('}],"relationships'), 1, 0],
  ['in a relationship', json.length - 10, 2, 0],
])('keeps what is whole of an answer that was cut off %s', ([, length, entities, relationships]) => {
  const read = readAnswer(json.slice(0, length))
  if (!('answer' in read)) throw new Error(read.mistakes[0])
  expect(read.is_cut).toBe(true)
  expect([read.answer.entities.length, read.answer.relationships.length]).toEqual([entities, relationships])
})
