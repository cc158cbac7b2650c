import { defineCommand } from '../../command.ts'
import { exitCodes } from '../../exit-codes.ts'
import { findDomain } from '../../names/find-domain.ts'
import { findEntity } from '../../names/find-entity.ts'
import { type LinePart, styled } from '../../output/printer.ts'
import { printQuote } from '../../output/quote.ts'

// Questions to the graph.

const kindOption = { about: 'Only entities of these kinds, separated by commas', takes: 'KIND' } as const

const certaintyOption = {
  about: 'Only entities of which something is stated so',
  takes: 'CERTAINTY',
  choices: ['said', 'reported', 'denied'],
} as const

/** The attribute that stands for a summary: the work of a person says more of them than an address. */
const tellingMost = (attributes: Record<string, string>): string | null =>
  attributes.job_title ?? attributes.occupation ?? Object.values(attributes)[0] ?? null

const search = defineCommand({
  name: 'search',
  about: 'Searches entities and passages of pages; typos are fine.',
  args: { domain: 'one', words: 'some' },
  options: {
    kind: kindOption,
    certainty: certaintyOption,
    limit: { about: 'How many; 20 by default', takes: 'N', least: 1 },
  },
  examples: ['polegraph search "Baltic ports" ada berg', 'polegraph search . harbour master --kind person'],
  run: async ({ args, options }, { connect, settings, out, json }) => {
    const client = await connect()
    const { id } = await findDomain(client, settings, args.domain)
    const result = await client.graph.search(id, {
      q: args.words.join(' '),
      ...(options.kind && { kind: options.kind.split(',') }),
      ...(options.certainty && { certainty: [options.certainty] }),
      ...(options.limit && { limit: options.limit }),
    })
    const isEmpty = result.entities.length === 0 && result.passages.length === 0
    if (json) out.json(result)
    else if (isEmpty) out.line('Nothing was found.')
    else {
      out.table(
        [
          { title: 'NAME', of: ({ name }) => name },
          { title: 'KIND', of: ({ kind }) => kind },
          { title: 'SUMMARY', of: ({ summary, attributes }) => summary ?? tellingMost(attributes) },
          { title: 'LINKS', of: ({ relationship_count }) => relationship_count, align: 'right' },
          { title: 'SOURCES', of: ({ source_count }) => source_count, align: 'right' },
        ],
        result.entities,
      )
      for (const { quote, url } of result.passages) printQuote(out, quote, url)
    }
    return isEmpty ? exitCodes.not_found : undefined
  },
})

const ask = defineCommand({
  name: 'ask',
  about: 'Answers a question from the graph; each sentence has a quote of a page.',
  args: { domain: 'one', question: 'some' },
  options: {},
  examples: ['polegraph ask "Baltic ports" "Who runs the port of Riga?"'],
  run: async ({ args }, { connect, settings, out, json }) => {
    const client = await connect()
    const { id } = await findDomain(client, settings, args.domain)
    const result = await client.graph.ask(id, { q: args.question.join(' ') })
    const isEmpty = result.answer === '' && result.citations.length === 0
    if (json) out.json(result)
    else if (isEmpty) out.line('The graph has nothing to say about that.')
    else {
      out.text(result.answer)
      for (const [at, { quote, url }] of result.citations.entries()) printQuote(out, quote, url, `[${at + 1}] `)
    }
    return isEmpty ? exitCodes.not_found : undefined
  },
})

const path = defineCommand({
  name: 'path',
  about: 'Shows how two entities hang together, the shortest way first.',
  args: { domain: 'one', from: 'one', to: 'one' },
  options: {
    'max-depth': { about: 'How many relationships at most; 4 by default', takes: 'N', least: 1 },
    limit: { about: 'How many ways; 5 by default', takes: 'N', least: 1 },
  },
  examples: ['polegraph path "Baltic ports" "Ada Berg" "Port of Riga"'],
  run: async ({ args, options }, { connect, settings, out, json }) => {
    const client = await connect()
    const { id } = await findDomain(client, settings, args.domain)
    const [from, to] = [await findEntity(client, id, args.from), await findEntity(client, id, args.to)]
    const result = await client.graph.findPaths(id, {
      ...{ from: from.id, to: to.id },
      ...(options['max-depth'] && { max_depth: options['max-depth'] }),
      ...(options.limit && { limit: options.limit }),
    })
    if (json) out.json(result)
    else if (result.paths.length === 0) out.line(`No way was found from ${from.name} to ${to.name}.`)
    else for (const one of result.paths) out.line(...describePath(one))
    return result.paths.length === 0 ? exitCodes.not_found : undefined
  },
})

interface Path {
  nodes: { id: string; name: string }[]
  edges: { from: string; to: string; type: string }[]
}

/** `Ada Berg —works_for→ Harbour Society ←owns— City of Riga` */
function describePath({ nodes, edges }: Path): LinePart[] {
  return nodes.flatMap(({ id, name }, at): LinePart[] => {
    const edge = edges[at - 1]
    if (!edge) return [styled('bold', name)]
    return [` ${edge.to === id ? `—${edge.type}→` : `←${edge.type}—`} `, styled('bold', name)]
  })
}

export const searchCommands = [search, ask, path]
