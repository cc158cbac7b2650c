import { expect, it } from 'vitest'
import { startCrawlTest } from '../../test/support/crawl/crawl-sites.ts'
import { type GivenAnswer, type ReceivedCall, startModelServer } from '../../test/support/model/model-server.ts'

// A site that changes its design is learned again: after a few pages no model is asked any more.

const model = await startModelServer({ answer: readMember })
const { open, makeDomain, finish, call, key } = await startCrawlTest({
  isReading: model.isAsked,
  environment: { MODEL: 'openai-compatible:members', MODEL_BASE_URL: model.url, MODEL_PRICE: '1,1', RATE_LIMIT: '0' },
})

const firsts = ['Ada', 'Jonas', 'Eva', 'Ole', 'Ida', 'Max', 'Nina', 'Tom', 'Lea', 'Kurt', 'Maja', 'Finn']
const lasts = ['Berg', 'Holm', 'Lind', 'Dahl', 'Noll', 'Roth', 'Falk', 'Beck', 'Stein', 'Wolf', 'Busch', 'Krag']
const towns = ['Norhaven', 'Lisbon', 'Porto', 'Faro', 'Braga']
const roles = ['treasurer', 'chair', 'archivist', 'vice chair']
const members = firsts.map((first, at) => ({
  name: `${first} ${lasts[at]}`,
  facts: {
    Town: towns[at % towns.length] as string,
    Role: roles[at % roles.length] as string,
    Joined: String(1980 + at),
    Club: `${lasts[(at * 5) % lasts.length]} Society`,
  },
}))
type Member = (typeof members)[number]

const intro = (at: number) =>
  `One of many who have been with the guild for years, told for the ${at}th time in the hall by the sea.`
const rows = (facts: Member['facts'], row: (label: string, value: string) => string) =>
  Object.entries(facts)
    .map(([label, value]) => row(label, value))
    .join('')

const designs = {
  table: (facts: Member['facts']) =>
    `<table>${rows(facts, (label, value) => `<tr><th>${label}</th><td>${value}</td></tr>`)}</table>`,
  divs: (facts: Member['facts']) => rows(facts, (label, value) => `<div><span>${label}</span> <em>${value}</em></div>`),
  glued: (facts: Member['facts']) => rows(facts, (label, value) => `<div><span>${label}</span><em>${value}</em></div>`),
  paragraph: (facts: Member['facts']) => `<p>${rows(facts, (label, value) => `<b>${label}</b> ${value} `)}</p>`,
}

/** Reads every design, as a model would. */
function readMember({ user }: ReceivedCall): GivenAnswer {
  const name = /^(?:#+|>) (.+)$/m.exec(user)?.[1] ?? ''
  const { facts } = members.find((one) => one.name === name) ?? { facts: undefined }
  if (!facts) return { text: JSON.stringify({ relevant: true, entities: [], relationships: [] }) }
  const quote = user.split('\n').find((line) => line.includes(facts.Club)) ?? ''
  const person = {
    ...{ ref: 'p', kind: 'person', name, quote: name, where: facts.Town, when: facts.Joined },
    attributes: { role: facts.Role },
  }
  const club = { ref: 'c', kind: 'object', name: facts.Club, quote: quote.replace('- ', '') }
  const relationships = [{ from: 'p', to: 'c', type: 'member_of', quote: quote.replace('- ', '') }]
  return { text: JSON.stringify({ relevant: true, entities: [person, club], relationships }) }
}

it.each(['divs', 'glued', 'paragraph'] as const)(
  'a redesign into %s is learned',
  { timeout: 90_000 },
  async (design) => {
    let now: keyof typeof designs = 'table'
    let round = 0
    const host = open(({ path }) => {
      const at = Number(/^\/members\/(\d+)$/.exec(path)?.[1] ?? Number.NaN)
      const member = members[at]
      if (!member) return undefined
      const body = `<h1>${member.name}</h1><p>${intro(at + 100 * round)}</p>${designs[now](member.facts)}`
      return { body: `<html><head><title>${member.name}</title></head><body><main>${body}</main></body></html>` }
    })
    const domain = await makeDomain()
    const recipes = async () => (await call('GET', `/v1/domains/${domain}/recipes`, { key })).body.recipes
    const crawlAll = async () => {
      const before = model.calls.length
      round++
      if (round === 1) {
        const urls = members.map((_, at) => `http://${host}/members/${at}`)
        await call('POST', `/v1/domains/${domain}/sources/bulk`, { key, body: { urls } })
      } else await call('POST', `/v1/domains/${domain}/recrawl`, { key, body: {} })
      await finish(domain)
      return model.calls.length - before
    }
    const untilLearned = async () => {
      for (let tries = 0; tries < 4; tries++) {
        const calls = await crawlAll()
        if (calls <= 1 && (await recipes())[0]?.status === 'active') return
      }
      throw new Error(`not learned: ${JSON.stringify((await recipes()).map((one: object) => Object.values(one)))}`)
    }
    await untilLearned()
    now = design
    await untilLearned()
    expect((await recipes())[0].version).toBeGreaterThan(1)
  },
)
