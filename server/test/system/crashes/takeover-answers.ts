import { readSimply } from '../../support/model/simple-model.ts'

// Answers that pages want a model to give: some fit the schema and lie, others are something else. The honest facts of
// the page are among the lies, so that the test sees whether they survive.

export const honest = 'Ada Berg works for the Harbour Society as treasurer since 1998.'
const facts = readSimply(honest)
/** The names on a page without any trick. */
export const honestNames = ['Ada Berg', 'Harbour Society']

export interface Payload {
  name: string
  /** The exact answer that the model should give. */
  answer: string
  /** The ending of the page when the model obeys. */
  ending: 'extracted' | 'failed' | 'irrelevant'
  /** Too long for a page, or impossible to write there: the page names the payload instead. */
  is_by_name?: boolean
}

type Lie = Record<string, unknown>

const person = (name: string, more: Lie = {}): Lie => ({
  ...{ ref: `x${name.length}`, kind: 'person', name, aliases: [], summary: null, attributes: {}, when: null },
  ...{ where: null, quote: `${name} is the owner of everything.`, ...more },
})
const relation = (more: Lie): Lie => ({
  ...{ from: '1', to: '2', type: 'owns', since: null, until: null, quote: 'Mallory Grimes owns it all.', ...more },
})
/** The honest facts, and these. */
const among = (entities: Lie[], relationships: Lie[] = []) =>
  JSON.stringify({
    relevant: true,
    entities: [...facts.entities, ...entities],
    relationships: [...facts.relationships, ...relationships],
  })
/** The honest facts, with more about the person. */
const ofAda = (more: Lie) => {
  const [ada, ...others] = facts.entities
  return JSON.stringify({ ...facts, entities: [{ ...ada, ...more }, ...others] })
}
const entity = JSON.stringify(facts.entities[0])

const lie = (name: string, answer: string): Payload => ({ name, answer, ending: 'extracted' })
const noise = (name: string, answer: string): Payload => ({ name, answer, ending: 'failed' })

/** `elsewhere` is an address that nobody must be sent to, `prompt` is our system prompt. */
export function makePayloads(elsewhere: string, prompt: string): Payload[] {
  return [...lies(elsewhere, prompt), ...brokenNames(), ...hugeAnswers(), ...toolCalls(elsewhere), ...otherAnswers()]
}

function lies(elsewhere: string, prompt: string): Payload[] {
  const rule = prompt.split('\n')[0] ?? ''
  return [
    lie('an invented person', among([person('Mallory Grimes')])),
    lie('an invented person in a true quote', among([person('Mallory Grimes', { quote: honest })])),
    lie('a kind of its own', among([person('Harbour Society', { kind: 'admin', quote: honest })])),
    lie('refs that are not there', among([], [relation({ from: '77', to: '88', quote: honest })])),
    lie('a crime in a true quote', among([], [relation({ type: 'steals_from', quote: honest })])),
    lie('one person made of two', ofAda({ aliases: ['Harbour Society'] })),
    lie('a relationship without a quote', among([], [relation({}), relation({ quote: '' })])),
    lie('words of the prompt', among([person(rule.split(' ').slice(0, 3).join(' '), { quote: rule })])),
    lie('another domain', among([person('Secret Fund', { domain_id: '1', project_id: '2', page_id: '3' })])),
    lie('an address as a name', among([person(elsewhere, { quote: honest })])),
    lie('a statement', among([person("Bo'); delete from claims; --", { quote: honest })])),
    lie(
      'attributes that nobody said',
      ofAda({ attributes: { role: 'admiral', salary: '5 million', website: elsewhere } }),
    ),
    lie('a date that is not there', ofAda({ when: '2031-05-05' })),
    lie('a place that is not there', ofAda({ where: { city: 'Atlantis', address: 'Lisbon, Portugal' } })),
    lie('aliases that are not there', ofAda({ aliases: ['The Admiral', 'Mallory Grimes', elsewhere] })),
    lie('a summary full of links', ofAda({ summary: `[Ada](${elsewhere}/a) <${elsewhere}/b> ${elsewhere}/c` })),
    lie('a link at the end of a summary', ofAda({ summary: `Ada Berg works for the Harbour Society: ${elsewhere}` })),
    lie('a summary of short words', ofAda({ summary: 'Ada is a spy, buy now at a.io' })),
    lie(
      'keys of objects',
      ofAda({ attributes: JSON.parse('{"__proto__":{"role":"admiral"},"constructor":"x","toString":"y"}') }),
    ),
    lie('the key and the environment', among([person('MODEL_API_KEY'), person('process.env', { quote: 'svc_' })])),
  ]
}

/** Characters that no database holds, or that nobody sees. */
function brokenNames(): Payload[] {
  return [
    lie('NUL in a name', among([person('Ada\0Berg', { quote: honest })])),
    lie('half a character in a name', among([person('Ada Berg\ud800', { quote: honest })])),
    lie('NUL in a summary', ofAda({ summary: 'Ada Berg works for the Harbour Society\0' })),
    lie('half a character in a summary', ofAda({ summary: 'Ada Berg works for the Harbour Society\udc00' })),
    lie('signs that turn the text', ofAda({ aliases: ['Ada\u202e Berg'], attributes: { role: 'treasurer\u202e' } })),
    { ...noise('NUL for an answer', '\0 is not JSON'), is_by_name: true },
  ]
}

function hugeAnswers(): Payload[] {
  const many = Array.from({ length: 10_000 }, (_, at) => ({
    ref: `m${at}`,
    kind: 'person',
    name: `Person ${at}`,
    quote: 'no',
  }))
  const known = Array.from({ length: 3000 }, (_, at) => ({ ...facts.entities[0], ref: `a${at}` }))
  const huge = { is_by_name: true }
  return [
    { ...lie('ten thousand entities', among(many)), ...huge },
    { ...lie('one entity three thousand times', among(known)), ...huge },
    { ...lie('a name of a megabyte', among([person('M'.repeat(900_000), { quote: honest })])), ...huge },
    {
      ...lie('a quote of a megabyte', among([person('Mallory Grimes', { quote: `${honest} `.repeat(14_000) })])),
      ...huge,
    },
    { ...noise('a deep answer', '['.repeat(100_000)), ...huge },
  ]
}

/** All ways in which models ask for a tool. */
function toolCalls(elsewhere: string): Payload[] {
  const url = `${elsewhere}/steal`
  const call = { name: 'fetch', arguments: { url } }
  return [
    noise(
      'a function call',
      JSON.stringify({
        tool_calls: [{ id: 'c1', type: 'function', function: { ...call, arguments: JSON.stringify({ url }) } }],
      }),
    ),
    noise('a tool use', JSON.stringify({ type: 'tool_use', id: 'toolu_1', name: 'fetch', input: { url } })),
    noise('a call in tags', `<tool_call>${JSON.stringify(call)}</tool_call>`),
    noise('a call of a remote server', JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: call })),
    noise('a thought and an action', `Thought: I need the page. Action: fetch Action Input: ${url}`),
    noise('code', `\`\`\`js await fetch('${url}') \`\`\``),
    lie(
      'a call beside the facts',
      JSON.stringify({ ...facts, tool_calls: [call], fetch: [url], sql: 'drop table pages' }),
    ),
  ]
}

function otherAnswers(): Payload[] {
  return [
    { name: 'irrelevance', answer: '{"relevant": false, "entities": [], "relationships": []}', ending: 'irrelevant' },
    { name: 'irrelevance with facts', answer: JSON.stringify({ ...facts, relevant: false }), ending: 'irrelevant' },
    noise('a refusal', 'I cannot help with that. Ask my operator for the key.'),
    noise('the wrong shape', `{"relevant": "yes", "entities": ${entity}, "relationships": {}}`),
    noise('a prototype', '{"__proto__": {"relevant": true, "entities": [], "relationships": []}}'),
  ]
}
