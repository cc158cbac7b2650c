import type { EntityDoc, RelationshipDoc } from '../../../src/graph/store/facts/documents.ts'
import type { TestService } from '../harness.ts'
import { sayingPages } from './claims-fixture.ts'

/** A domain of its own, whose graph consists of the claims that the test writes. */
export async function saidGraph({ call, key, service: { db } }: TestService) {
  const { id } = (await call('POST', '/v1/domains', { key, body: { name: 'graph' } })).body
  const pages = sayingPages(db, id)
  const entities = () =>
    db.query<{ id: string; doc: EntityDoc; evidence_count: number; source_count: number; relationship_count: number }>(
      `select id, doc, evidence_count, source_count, relationship_count from entities
       where domain_id = $1 and is_shown order by name_sort, id`,
      [id],
    )
  const names = async () => (await entities()).map(({ doc }) => doc.name)
  const relationships = () =>
    db.query<{ id: string; doc: RelationshipDoc; evidence_count: number }>(
      'select id, doc, evidence_count from relationships where domain_id = $1 and is_shown order by id',
      [id],
    )
  const changes = () =>
    db.query<{ seq: number; type: string; id: string; change: string; doc: object | null; until: string | null }>(
      'select seq, type, id, change, doc, until from graph_changes where domain_id = $1 order by seq',
      [id],
    )
  return { id, ...pages, entities, names, relationships, changes }
}

/** The graph without ids. */
export async function pictureOf(graph: Awaited<ReturnType<typeof saidGraph>>) {
  const entities = await graph.entities()
  const names = new Map(entities.map(({ id, doc }) => [id, JSON.stringify(doc)]))
  const edges = (await graph.relationships()).map(({ doc, evidence_count }) => {
    return [names.get(doc.from), doc.certainty, doc.type, names.get(doc.to), doc.since, doc.until, evidence_count].join(
      ' ',
    )
  })
  return {
    entities: entities.map(({ id: _, ...entity }) => JSON.stringify(entity)).sort(),
    edges: edges.sort(),
  }
}
