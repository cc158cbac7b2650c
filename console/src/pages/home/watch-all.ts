import { polegraph } from '../../shared/service/client.ts'

/** Watches all of a graph. */
export async function watchAll(domainId: string) {
  const { ontology } = await polegraph.domains.get(domainId)
  return polegraph.watches.create(domainId, { name: 'The whole graph', query: { kinds: ontology } })
}
