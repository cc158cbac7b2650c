import { foldWords } from '@polegraph/sdk/find-by-name.ts'
import type { Polegraph } from '@polegraph/sdk/polegraph.ts'
import { askPerson } from '../../ask-person.ts'
import { defineCommand } from '../../command.ts'
import { wrongUsage } from '../../failure.ts'
import { findDomain } from '../../names/find-domain.ts'
import { day, dollars, minute, shownId } from '../../output/cells.ts'
import { shellWord } from '../../output/shell-word.ts'
import { intervalWords, readInterval } from '../../recrawl-interval.ts'
import { keepDomain } from '../../settings.ts'

const limitOptions = {
  description: { about: 'What the graph covers', takes: 'TEXT' },
  'max-pages': { about: 'How many pages it may have', takes: 'N', least: 1 },
  'max-depth': { about: 'How many links to follow from a source', takes: 'N', least: 0 },
  'max-spend-usd': { about: 'What models may cost in a month', takes: 'USD', least: 0 },
  'recrawl-every': {
    about: 'In what time its pages are asked for again by themselves, such as 6h, 1d or 2w; or off',
    takes: 'TIME',
  },
} as const

const readRecrawl = (text: string) => readInterval(text, { off: null })

const listDomains = defineCommand({
  name: 'domains',
  about: 'Lists the domains of the project.',
  args: {},
  options: { all: { about: 'Archived ones too' } },
  examples: ['polegraph domains', 'polegraph domains --all --json'],
  run: async ({ options: { all } }, { connect, out, json }) => {
    const client = await connect()
    const domains = []
    for await (const domain of client.domains.list({ ...(all && { all }) })) domains.push(domain)
    if (json) return void out.json({ domains })
    out.table(
      [
        { title: 'NAME', of: ({ name }) => name },
        { title: 'ENTITIES', of: ({ entity_count }) => entity_count.toLocaleString('en'), align: 'right' },
        { title: 'PAGES', of: ({ page_count }) => page_count.toLocaleString('en'), align: 'right' },
        { title: 'STATE', of: ({ archived, crawl_state }) => (archived ? 'archived' : crawl_state) },
        { title: 'SPENT', of: ({ spend_usd }) => dollars(spend_usd), align: 'right' },
        { title: 'CREATED', of: ({ created_at }) => day(created_at) },
        shownId,
      ],
      domains,
      'There is no domain yet: polegraph autopilot "Ports of the Baltic Sea and who runs them"',
    )
    return undefined
  },
})

const createDomain = defineCommand({
  name: 'domains create',
  about: 'Makes an empty domain.',
  args: { name: 'one' },
  options: limitOptions,
  examples: ['polegraph domains create "Baltic ports" --max-pages 500 --recrawl-every 1d'],
  run: async ({ args: { name }, options }, { connect, out, json }) => {
    const every = options['recrawl-every']
    const recrawl = every === undefined ? {} : { recrawl_every: readRecrawl(every) }
    const client = await connect()
    const created = await client.domains.create({
      name,
      ...(options.description !== undefined && { description: options.description }),
      ...(options['max-pages'] !== undefined && { max_pages: options['max-pages'] }),
      ...(options['max-depth'] !== undefined && { max_depth: options['max-depth'] }),
      ...(options['max-spend-usd'] !== undefined && { max_spend_usd: options['max-spend-usd'] }),
      ...recrawl,
    })
    if (json) return void out.json(created)
    out.line(`Made the domain ${created.name} (${created.id}).`)
    const hasTwin = await isNameTaken(client, created)
    if (hasTwin) out.line('Another domain has this name: in commands, call each by its id.')
    const word = hasTwin ? created.id : shellWord(created.name)
    out.line(`Give it a page to begin with: polegraph crawl ${word} https://…`)
    return undefined
  },
})

async function isNameTaken(client: Polegraph, { id, name }: { id: string; name: string }): Promise<boolean> {
  for await (const domain of client.domains.list({ all: true })) {
    if (domain.id !== id && foldWords(domain.name) === foldWords(name)) return true
  }
  return false
}

const showDomain = defineCommand({
  name: 'domains show',
  about: 'Shows a domain, its limits and the score of its graph.',
  args: { domain: 'one' },
  options: { id: { about: 'Prints its id and nothing else, for calls of the API' } },
  examples: ['polegraph domains show "Baltic ports"', 'DOMAIN=$(polegraph domains show "Baltic ports" --id)'],
  run: async ({ args, options }, { connect, settings, out, json }) => {
    const client = await connect()
    const { id } = await findDomain(client, settings, args.domain)
    if (options.id) return void (json ? out.json({ id }) : out.line(id))
    const [domain, { scorecard }] = await Promise.all([client.domains.get(id), client.domains.getScorecard(id)])
    if (json) return void out.json({ domain, scorecard })
    out.fields({
      Name: domain.name,
      Description: domain.description,
      Id: domain.id,
      State: domain.archived ? 'archived' : domain.crawl_state,
      'Paused because': domain.paused_reason,
      Kinds: domain.ontology.join(', '),
      'Most pages': domain.max_pages,
      Depth: domain.max_depth,
      'Most spend a month': domain.max_spend_usd === null ? 'any' : dollars(domain.max_spend_usd),
      'Crawled again':
        domain.recrawl_every === null ? 'when somebody asks' : `every ${intervalWords(domain.recrawl_every)}`,
      'Next run': minute(domain.next_recrawl_at),
      Entities: scorecard.metrics.entities,
      Relationships: scorecard.metrics.relationships,
      Score: `${scorecard.score} of 100`,
      Created: day(domain.created_at),
    })
    return undefined
  },
})

const setDomain = defineCommand({
  name: 'domains set',
  about: 'Changes a domain: its name, what it covers, its kinds and its limits. What is not given stays.',
  args: { domain: 'one' },
  options: {
    name: { about: 'Another name', takes: 'NAME' },
    ...limitOptions,
    'no-spend-cap': { about: 'Models may cost whatever they cost' },
    ontology: { about: 'Kinds of entities, separated by commas', takes: 'KINDS' },
    attributes: { about: 'Custom attributes, a list of {key, label, kinds, description}', takes: 'JSON' },
    'readers-may-spend': { about: 'Whether read keys may ask the model', takes: 'ANSWER', choices: ['yes', 'no'] },
  },
  examples: [
    'polegraph domains set "Baltic ports" --max-pages 500 --max-depth 3',
    'polegraph domains set "Baltic ports" --recrawl-every 1d',
    `polegraph domains set "Baltic ports" --attributes '[{"key": "draught", "description": "In metres"}]'`,
  ],
  run: async ({ args, options }, { connect, settings, out, json }) => {
    if (options['no-spend-cap'] && options['max-spend-usd'] !== undefined) {
      throw wrongUsage('give --max-spend-usd or --no-spend-cap, not both')
    }
    const readersMaySpend = options['readers-may-spend']
    const fields = {
      name: options.name,
      description: options.description,
      max_pages: options['max-pages'],
      max_depth: options['max-depth'],
      recrawl_every: options['recrawl-every'] === undefined ? undefined : readRecrawl(options['recrawl-every']),
      max_spend_usd: options['no-spend-cap'] ? null : options['max-spend-usd'],
      ontology: options.ontology?.split(',').map((kind) => kind.trim()),
      attributes: options.attributes === undefined ? undefined : parseAttributes(options.attributes),
      readers_may_spend: readersMaySpend === undefined ? undefined : readersMaySpend === 'yes',
    }
    const changed = Object.entries(fields).filter(([, value]) => value !== undefined)
    if (changed.length === 0) throw wrongUsage('say what to change: polegraph help domains set lists the fields')
    const client = await connect()
    const { id, name } = await findDomain(client, settings, args.domain)
    const answer = await client.domains.change(id, Object.fromEntries(changed))
    if (json) return void out.json(answer)
    const words = changed.map(
      ([field, value]) => `${field} ${typeof value === 'string' ? value : JSON.stringify(value)}`,
    )
    out.line(`Changed ${name}: ${words.join(', ')}.`)
    return undefined
  },
})

function parseAttributes(text: string): { key: string }[] {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw wrongUsage(`--attributes is no JSON: ${(error as Error).message}`)
  }
}

const deleteDomain = defineCommand({
  name: 'domains delete',
  about: 'Deletes a domain and its graph for good. Asks for its name, unless --confirm gives it.',
  args: { domain: 'one' },
  options: { confirm: { about: 'The whole name of the domain', takes: 'NAME' } },
  examples: ['polegraph domains delete "Baltic ports" --confirm "Baltic ports"'],
  run: async ({ args, options }, { connect, settings, terminal, out, json }) => {
    const client = await connect()
    const { id, name } = await findDomain(client, settings, args.domain)
    const question = 'This deletes the domain and its graph for good. Its whole name, to confirm: '
    const confirm = options.confirm ?? (terminal.stdin.isTTY ? await askPerson(terminal, question) : '')
    if (confirm !== name) throw wrongUsage(`nothing was deleted: --confirm must be the whole name, "${name}"`)
    const deleted = await client.domains.delete(id, { confirm })
    if (json) return void out.json(deleted)
    out.line(`Deleted the domain ${name}.`)
    return undefined
  },
})

const useDomain = defineCommand({
  name: 'use',
  about: 'Chooses the domain that `.` stands for in other commands; without one, shows it.',
  args: { domain: 'optional' },
  options: {},
  examples: ['polegraph use "Baltic ports"', 'polegraph search . ada berg'],
  run: async ({ args }, { connect, settings, terminal, out, json }) => {
    if (args.domain === undefined) {
      if (json) return void out.json({ domain: settings.domain ?? null })
      out.line(settings.domain ? `${settings.domain.name} (${settings.domain.id})` : 'No domain is chosen.')
      return undefined
    }
    const domain = await findDomain(await connect(), settings, args.domain)
    keepDomain(terminal.environment, settings.url, domain)
    if (json) return void out.json({ domain })
    out.line(`\`.\` stands for ${domain.name} (${domain.id}).`)
    return undefined
  },
})

export const domainCommands = [listDomains, createDomain, showDomain, setDomain, deleteDomain, useDomain]
