import { Badge, Button, Group, Stack, Table } from '@mantine/core'
import { useState } from 'react'
import { formatNumber } from '../../../shared/format/format.ts'
import { Time } from '../../../shared/format/time.tsx'
import { Confirm } from '../../../shared/forms/confirm.tsx'
import { useAction } from '../../../shared/forms/use-action.tsx'
import { Empty } from '../../../shared/lists/empty.tsx'
import { actions, ListTable } from '../../../shared/lists/list-table.tsx'
import { Listed } from '../../../shared/lists/listed.tsx'
import { useList } from '../../../shared/lists/use-list.ts'
import { AsCall } from '../../../shared/page/as-call.tsx'
import { polegraph } from '../../../shared/service/client.ts'
import type { Import } from '../../../shared/service/types.ts'
import { importsKey, useMayCrawl } from '../crawl-queries.ts'
import { ImportForm } from './import-form.tsx'

const states: Record<NonNullable<Import['status']>, [word: string, color: string]> = {
  receiving: ['arrives', 'blue'],
  queued: ['waits', 'blue'],
  running: ['is written', 'blue'],
  finished: ['imported', 'green'],
  failed: ['failed', 'red'],
  taking_back: ['is taken back', 'yellow'],
  taken_back: ['taken back', 'gray'],
}

const isUnderWay = ({ status }: Import) =>
  status !== null && ['receiving', 'queued', 'running', 'taking_back'].includes(status)

const lookEveryMs = 1_000

/** Files of others that are evidence of the graph. */
export function ImportsTab({ domainId }: { domainId: string }) {
  const mayCrawl = useMayCrawl(domainId)
  const [ending, setEnding] = useState<Import | undefined>(undefined)
  const list = useList({
    key: importsKey(domainId),
    page: (from, options) => polegraph.imports.list(domainId, { limit: 50, ...from }, options),
    items: ({ imports }) => imports,
    everyMs: (imports) => (imports.some(isUnderWay) ? lookEveryMs : false),
  })
  const takeBack = useAction({
    call: ({ id }: Import) => polegraph.imports.takeBack(domainId, id ?? ''),
    says: 'The import is taken back',
    refreshes: ['d', domainId],
    onDone: () => setEnding(undefined),
  })
  return (
    <Stack>
      <Group justify="space-between" align="flex-start" wrap="nowrap">
        {mayCrawl ? <ImportForm domainId={domainId} /> : <span />}
        <AsCall call="imports.list" ids={[domainId]} />
      </Group>
      <Listed
        list={list}
        height={160}
        empty={
          <Empty title="No file was imported">
            Tables (CSV), exports of a graph (NDJSON), registers (FollowTheMoney) and GraphML become part of the graph:
            what is there already is matched, and each fact leads to its row.
          </Empty>
        }
      >
        {(imports) => (
          <ListTable
            minWidth={760}
            columns={[
              { label: 'File', miw: 160 },
              { label: 'State', miw: 110 },
              { label: 'Rows', ta: 'right' },
              { label: 'New', ta: 'right', title: 'Entities that were not in the graph before' },
              { label: 'Matched', ta: 'right', title: 'Entities that were there already' },
              { label: 'Left out', ta: 'right', title: 'Rows that could not be understood' },
              'Imported',
              actions,
            ]}
          >
            {imports.map((one) => (
              <ImportRow key={one.id} of={one} onEnd={mayCrawl ? () => setEnding(one) : undefined} />
            ))}
          </ListTable>
        )}
      </Listed>
      {ending && (
        <Confirm
          title={`Take back ${ending.name}`}
          action="Take back"
          of={takeBack}
          onConfirm={() => takeBack.run(ending)}
          onClose={() => setEnding(undefined)}
        >
          What stands on no other evidence leaves the graph. What pages say and people corrected stays. The file can be
          imported again.
        </Confirm>
      )}
    </Stack>
  )
}

function ImportRow({ of, onEnd }: { of: Import; onEnd: (() => void) | undefined }) {
  const [word, color] = states[of.status ?? 'finished']
  const done = of.rows_done + of.rows_failed
  return (
    <Table.Tr>
      <Table.Td className="said">{of.name}</Table.Td>
      <Table.Td>
        <Badge color={color} variant="light" tt="none">
          {word}
        </Badge>
      </Table.Td>
      <Table.Td ta="right" className="number">
        {isUnderWay(of) ? `${formatNumber(done)} of ${formatNumber(of.rows)}` : formatNumber(of.rows)}
      </Table.Td>
      <Table.Td ta="right" className="number">
        {formatNumber(of.entities_new)}
      </Table.Td>
      <Table.Td ta="right" className="number">
        {formatNumber(of.entities_matched)}
      </Table.Td>
      <Table.Td
        ta="right"
        className="number"
        title={of.errors.map(({ row, error }) => `Row ${row}: ${error}`).join('\n')}
      >
        {formatNumber(of.rows_failed)}
      </Table.Td>
      <Table.Td style={{ whiteSpace: 'nowrap' }}>
        <Time at={of.created_at} ago />
      </Table.Td>
      <Table.Td ta="right">
        {onEnd && of.status !== 'taken_back' && of.status !== 'taking_back' && (
          <Button size="compact-sm" variant="default" onClick={onEnd} aria-label={`Take back: ${of.name}`}>
            Take back…
          </Button>
        )}
      </Table.Td>
    </Table.Tr>
  )
}
