import { defineCommand } from '../../command.ts'
import { findDomain } from '../../names/find-domain.ts'
import { minute } from '../../output/cells.ts'

const defaultLimit = 100

export const pagesCommand = defineCommand({
  name: 'pages',
  about: 'Lists the pages of a domain, and why some were not read.',
  args: { domain: 'one' },
  options: {
    status: {
      about: 'Only pages that ended so',
      takes: 'STATUS',
      choices: ['queued', 'extracted', 'irrelevant', 'skipped', 'failed'],
    },
    limit: { about: `How many; ${defaultLimit} by default`, takes: 'N', least: 1 },
  },
  examples: ['polegraph pages "Baltic ports" --status failed'],
  run: async ({ args, options }, { connect, settings, out, json }) => {
    const client = await connect()
    const { id, name } = await findDomain(client, settings, args.domain)
    const limit = options.limit ?? defaultLimit
    const pages = []
    const query = { ...(options.status && { status: options.status }), limit: Math.min(limit, 500) }
    for await (const page of client.pages.list(id, query)) {
      if (pages.push(page) >= limit) break
    }
    if (json) return void out.json({ pages })
    out.table(
      [
        { title: 'URL', of: ({ url }) => url },
        { title: 'STATUS', of: ({ status }) => status },
        { title: 'ERROR', of: ({ error }) => error },
        { title: 'MODE', of: ({ last_mode }) => last_mode },
        { title: 'FETCHED', of: ({ fetched_at }) => minute(fetched_at) },
      ],
      pages,
      options.status ? `${name} has no page that is ${options.status}.` : `${name} has no page yet.`,
    )
    return undefined
  },
})
