import type { ListQuery } from '../../shared/lists/use-list.ts'
import { polegraph } from '../../shared/service/client.ts'
import type { Entity } from '../../shared/service/types.ts'
import { type ExploreSearch, filtersOf, type Sort } from '../../views/explore-search.ts'
import { pageSize, type TableRow } from '../../views/table/entity-table.tsx'

type Page = { rows: TableRow[]; total: number; next_cursor: string | null }

export const sortOf = ({ sort, q }: ExploreSearch): Sort => sort ?? (q ? 'relevance' : 'connections')

/** What the table asks for. */
export const tableFields = (search: ExploreSearch) => ({
  ...filtersOf(search),
  ...(!search.lit && search.q && { q: search.q }),
  sort: sortOf(search),
})

/** All entities, as rows of the table. */
export function tableList(domainId: string, search: ExploreSearch): ListQuery<Page, TableRow> {
  const fields = tableFields(search)
  return {
    key: ['d', domainId, 'table', fields],
    page: async (from, options) => {
      const page = await polegraph.entities.list(domainId, { ...fields, limit: pageSize, ...from }, options)
      return { rows: page.entities.map(rowOf), total: page.total, next_cursor: page.next_cursor }
    },
    items: ({ rows }) => rows,
    keepsLast: true,
  }
}

function rowOf(entity: Entity): TableRow {
  const { id, kind, name, confidence, relationship_count, source_count, when, where, updated_at } = entity
  return { id, kind, name, confidence, relationship_count, source_count, when, where, updated_at }
}
