import { expect, it } from 'vitest'
import { startReadingTest } from '../../../test/support/model/model-reading.ts'
import { answerSimply, readSimply } from '../../../test/support/model/simple-model.ts'

// Answers that end before they are whole: what arrived is kept, the rest is asked for, and each part is paid for once.

const { model, openPage, makeDomain, crawl, sent, namesOf, runsOf } = await startReadingTest()

const people = ['Ada Berg', 'Jonas Holm', 'Eva Lind', 'Maja Roth', 'Tove Dahl', 'Ivo Kern']
const sentences = people.map((name) => `${name} works for the Harbour Society.`)
const found = [...people, 'Harbour Society', ...people.map(() => 'works_for')].toSorted()
const usage = { input: 100, output: 50 }

it('asks for the rest of an answer that was cut off, and loses nothing', async () => {
  const { url } = openPage(sentences)
  const domain = await makeDomain()
  const whole = JSON.stringify(readSimply(sentences.join('\n')))
  const ends = [Math.floor(whole.length / 3), Math.floor((2 * whole.length) / 3)]
  model.answer = ({ messages }) => {
    const given = messages.find(({ role }) => role === 'assistant')?.content
    if (given === undefined) return { text: whole.slice(0, ends[0]), finish: 'length', usage }
    const missing = readSimply(sentences.join('\n'))
    const known = JSON.parse(given) as typeof missing
    const rest = JSON.stringify({
      ...missing,
      entities: missing.entities.filter(({ ref }) => !known.entities.some((one) => one.ref === ref)),
      relationships: missing.relationships.filter(({ from }) => !known.relationships.some((one) => one.from === from)),
    })
    return messages.length < 4 && rest.length > 500
      ? { text: rest.slice(0, 500), finish: 'length', usage }
      : { text: rest, usage }
  }
  const { result, calls } = await sent(() => crawl(domain, url))
  model.answer = answerSimply
  expect(result).toMatchObject([{ status: 'extracted', last_mode: 'agentic' }])
  expect(calls.length).toBeGreaterThan(1)
  expect(calls[1]?.user).toContain('cut off')
  // The page comes first and is the same, so that providers have it in their caches.
  expect(calls[1]?.messages[0]).toEqual(calls[0]?.messages[0])
  expect(await namesOf(domain)).toEqual(found)
  const [run] = await runsOf(domain)
  expect([run.tokens_input, run.tokens_output]).toEqual([100 * calls.length, 50 * calls.length])
})

it('is done with a model that repeats itself until it is cut off', async () => {
  const { url } = openPage(sentences)
  const domain = await makeDomain()
  const { entities } = readSimply(sentences.join('\n'))
  const endless = `{"relevant":true,"entities":[${Array.from({ length: 40 }, () => JSON.stringify(entities[0])).join()},{"ref":"`
  model.answer = () => ({ text: endless, finish: 'length', usage })
  const { result, calls } = await sent(() => crawl(domain, url))
  model.answer = answerSimply
  expect(result).toMatchObject([{ status: 'extracted' }])
  expect(calls).toHaveLength(2)
  expect(await namesOf(domain)).toContain('Ada Berg')
})

it('keeps what it has when the rest does not come, and says so', async () => {
  const { url } = openPage(sentences)
  const domain = await makeDomain()
  const { entities } = readSimply(sentences.join('\n'))
  let asked = 0
  model.answer = () => ({
    text: `{"relevant":true,"entities":[${JSON.stringify(entities[asked++ % entities.length])},{"ref":`,
    finish: 'length',
    usage,
  })
  const { result, calls } = await sent(() => crawl(domain, url))
  model.answer = answerSimply
  expect(result).toMatchObject([
    { status: 'extracted', mode_reason: expect.stringContaining('1 × the rest of an answer that was cut off') },
  ])
  expect(calls).toHaveLength(4)
  expect(await namesOf(domain)).toEqual(expect.arrayContaining(entities.slice(0, 4).map(({ name }) => name)))
})
