import { Button, Group, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { formatCount, formatNumber } from '../../shared/format/format.ts'
import { Empty } from '../../shared/lists/empty.tsx'
import { useList } from '../../shared/lists/use-list.ts'
import { AsCall } from '../../shared/page/as-call.tsx'
import { Problem } from '../../shared/page/problem.tsx'
import { useMayWrite } from '../../shared/service/session.ts'
import { EntityTable, type TableRow } from '../../views/table/entity-table.tsx'
import { ExportMenu } from './export-menu.tsx'
import { sortOf, tableFields, tableList } from './table-list.ts'
import { useExplore } from './use-explore.ts'
import { useGrowth } from './use-fresh-graph.ts'
import { useHits } from './use-hits.ts'

/** All entities, as rows. */
export function TablePart() {
  const { domainId, search, change } = useExplore()
  const mayWrite = useMayWrite()
  const hits = useHits()
  const queries = useQueryClient()
  const [picked, setPicked] = useState<ReadonlyMap<string, string>>(new Map())
  const fields = tableFields(search)
  const list = useList(tableList(domainId, search))
  const { items, pages } = list
  const total = pages.at(-1)?.total ?? 0
  const loaded = items?.length ?? 0
  const [isOld, setIsOld] = useState(false)
  useGrowth(() => {
    // Refreshing all pages that were scrolled through would take long: a button leaves it to the reader.
    if (pages.length > 2) setIsOld(true)
    else list.refetch()
  })
  const pick = (row: TableRow) => {
    const next = new Map(picked)
    if (!next.delete(row.id)) next.set(row.id, row.name)
    setPicked(next)
  }
  return (
    <div className="table-part">
      <Group justify="space-between" px="md" py={6} gap="xs">
        <Text size="sm" c="dimmed" role="status" className="number">
          {items ? formatCount(total, 'entity', 'entities') : ' '}
          {loaded < total && `, ${formatNumber(loaded)} loaded`}
        </Text>
        <Group gap="xs">
          {isOld && (
            <Button
              size="xs"
              variant="light"
              onClick={() => {
                setIsOld(false)
                void queries.resetQueries({ queryKey: ['d', domainId, 'table', fields] })
              }}
            >
              Show what is new
            </Button>
          )}
          <Picked domainId={domainId} picked={picked} onClear={() => setPicked(new Map())} />
          <ExportMenu domainId={domainId} as_of={search.as_of} />
          <AsCall call="entities.list" ids={[domainId]} fields={fields} />
        </Group>
      </Group>
      {list.error && <Problem error={list.error} onRetry={list.retry} />}
      {items && total === 0 ? (
        <Empty title="No entity matches">Take a filter away, or search for something else.</Empty>
      ) : (
        <EntityTable
          total={items ? total : 12}
          rowAt={(at) => items?.[at]}
          needsMore={(last) => {
            if (last >= loaded) list.more()
          }}
          sort={sortOf(search)}
          onSort={(name) => change({ sort: name })}
          at={search.at}
          lit={search.lit && hits?.ids}
          onChoose={(row) => change({ at: row.id, tool: undefined })}
          picked={mayWrite ? picked : undefined}
          onPick={pick}
        />
      )}
    </div>
  )
}

/** The rows that are ticked: two of them can be compared and merged. */
function Picked(props: { domainId: string; picked: ReadonlyMap<string, string>; onClear: () => void }) {
  const { domainId, picked, onClear } = props
  const mayWrite = useMayWrite()
  const [first, second] = [...picked.keys()]
  return (
    <>
      {picked.size > 0 && (
        <Button size="xs" variant="subtle" onClick={onClear}>
          Clear {formatCount(picked.size, 'chosen row')}
        </Button>
      )}
      {mayWrite && first && second && picked.size === 2 && (
        <Button
          size="xs"
          renderRoot={(props) => (
            <Link
              {...props}
              to="/d/$domainId/e/$entityId"
              params={{ domainId, entityId: first }}
              search={{ merge: second }}
            />
          )}
        >
          Compare and merge
        </Button>
      )}
      {mayWrite && picked.size === 1 && (
        <Text size="sm" c="dimmed">
          Choose another one to merge them
        </Text>
      )}
    </>
  )
}

/** The fields of an entity that the table shows: a hundred thousand rows are kept in memory while somebody scrolls. */
