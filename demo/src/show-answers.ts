import type { Polegraph } from '@polegraph/sdk/polegraph.ts'
import type { Screen } from './screen.ts'

// A few questions to the graph, each answered with the quotes that it stands on.

interface Questions {
  polegraph: Polegraph
  domain_id: string
  screen: Screen
}

type Entity = Awaited<ReturnType<Polegraph['entities']['get']>>
type Evidence = Awaited<ReturnType<Polegraph['entities']['listEvidence']>>['evidence'][number]

const quotesShown = 3
const quoteChars = { least: 40, most: 220 }

export async function showAnswers(polegraph: Polegraph, domain_id: string, screen: Screen): Promise<void> {
  const questions = { polegraph, domain_id, screen }
  await showPerson(questions, 'friedrike gros')
  await showNamesakes(questions, 'Henrik Solberg')
  await showPath(questions, 'Isak Utsi', 'Marcel Lafontaine')
  await showAnswer(questions, 'Who paid for the Solberg Expedition?')
}

/** Somebody who is written in several ways on several sites, and is one. */
async function showPerson({ polegraph, domain_id, screen }: Questions, q: string): Promise<void> {
  screen.heading(`Search for “${q}”`)
  const person = await findPerson({ polegraph, domain_id, screen }, q)
  const written = person.aliases.length > 0 ? `, also written ${person.aliases.join(', ')}` : ''
  screen.line(`  ${describe(person)}${written}`)
  screen.line(`  One person, with ${person.evidence_count} quotes from ${person.source_count} sites, among them:`)
  const { evidence } = await polegraph.entities.listEvidence(domain_id, person.id, { limit: 500 })
  // Sentences that begin with the name are about the person, and one of each site is enough.
  const names = [person.name, ...person.aliases]
  const isAbout = ({ quote }: Evidence) => names.some((name) => quote.startsWith(name))
  const [about, others] = [evidence.filter(isAbout), evidence.filter((one) => !isAbout(one))]
  const byHost = Map.groupBy([...about, ...others].filter(isReadable), ({ host }) => host)
  for (const [first] of [...byHost.values()].slice(0, quotesShown)) if (first) screen.quote(first.quote, first.url)
}

/** Two people who share a name, and are two. */
async function showNamesakes({ polegraph, domain_id, screen }: Questions, name: string): Promise<void> {
  screen.heading(`Two people called ${name}`)
  const { entities } = await polegraph.graph.search(domain_id, { q: name, kind: 'person', limit: 2 })
  for (const person of entities) {
    screen.line(`  ${describe(person)}`)
    const born = { field: 'attributes.birth_date', limit: 500 }
    const { evidence } = await polegraph.entities.listEvidence(domain_id, person.id, born)
    const [fullest] = evidence.filter(isNoData).toSorted((one, other) => other.quote.length - one.quote.length)
    if (fullest) screen.quote(fullest.quote, fullest.url)
  }
}

async function showPath(questions: Questions, from: string, to: string): Promise<void> {
  const { polegraph, domain_id, screen } = questions
  screen.heading(`How is ${from} connected with ${to}?`)
  const [first, last] = [await findPerson(questions, from), await findPerson(questions, to)]
  const { paths } = await polegraph.graph.findPaths(domain_id, { from: first.id, to: last.id, limit: 1 })
  const [path] = paths
  const nameOf = (id: string) => path?.nodes.find((node) => node.id === id)?.name
  for (const edge of path?.edges ?? []) {
    const { evidence } = await polegraph.relationships.listEvidence(domain_id, edge.id, { limit: 1 })
    screen.line(`  ${nameOf(edge.from)} — ${edge.type.replaceAll('_', ' ')} — ${nameOf(edge.to)}`)
    screen.line(`    ${screen.faint(evidence[0]?.url ?? '')}`)
  }
}

async function showAnswer({ polegraph, domain_id, screen }: Questions, q: string): Promise<void> {
  screen.heading(`Ask “${q}”`)
  const { citations } = await polegraph.graph.ask(domain_id, { q })
  for (const { quote, url } of citations.slice(0, quotesShown)) screen.quote(quote, url)
}

async function findPerson({ polegraph, domain_id }: Questions, q: string): Promise<Entity> {
  const { entities } = await polegraph.graph.search(domain_id, { q, kind: 'person', limit: 1 })
  const [person] = entities
  if (!person) throw new Error(`nobody was found for “${q}”`)
  return person
}

/** `Ada Berg, Engineer, 1858–1921` */
function describe({ name, attributes }: Entity): string {
  const { job_title, occupation, birth_date, death_date } = attributes
  const yearOf = (date: string | undefined) => date?.slice(0, 4) ?? ''
  const life = death_date ? `${yearOf(birth_date)}–${yearOf(death_date)}` : birth_date && `born ${yearOf(birth_date)}`
  return [name, job_title ?? occupation, life].filter((part) => part).join(', ')
}

const isNoData = ({ quote }: Evidence) => quote.length <= quoteChars.most && !/[{}"]/.test(quote)

/** A sentence, and not a row of a table. */
const isReadable = (evidence: Evidence) =>
  isNoData(evidence) && evidence.quote.length >= quoteChars.least && /^\p{Lu}[^|]*[.!?”]$/u.test(evidence.quote)
