import { limits } from '@polegraph/contract/limits.ts'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { polegraph } from '../service/client.ts'
import { capitalized } from './values.ts'

// Changes name those who made them by id. Members and keys of the project have names; others keep their ids.

const namesQuery = queryOptions({
  queryKey: ['actors'],
  queryFn: async ({ signal }): Promise<Record<string, string>> => {
    const [{ members }, { keys }] = await Promise.all([
      polegraph.members.list({ limit: limits.list_max }, { signal }),
      polegraph.keys.list({ limit: limits.list_max }, { signal }),
    ])
    return Object.fromEntries([
      ...members.map(({ id, name, email }) => [`user:${id}`, name || email]),
      ...keys.map(({ id, name }) => [`key:${id}`, `the key “${name}”`]),
    ])
  },
  staleTime: 60_000,
})

/** The name of whoever made a change. `starts` writes it with a capital, for the start of a sentence. */
export function Actor({ actor, starts = false }: { actor: string; starts?: boolean }) {
  const { data: names } = useQuery(namesQuery)
  const name = nameOf(actor, names)
  return <span className="said">{starts ? capitalized(name) : name}</span>
}

function nameOf(actor: string, names: Record<string, string> | undefined): string {
  if (actor === 'pipeline') return 'the crawl'
  if (actor === 'service') return 'the service'
  const [type, ...id] = actor.split(':')
  if (type === 'model') return `the model ${id.join(':')}`
  if (!names) return 'somebody'
  return names[actor] ?? (type === 'key' ? 'a key of the project' : type === 'user' ? 'a former member' : actor)
}
