import { Autocomplete, Button, FileButton, Group, Modal, Select, Stack, Table, Text } from '@mantine/core'
import { useState } from 'react'
import { formatCount, formatNumber } from '../../../shared/format/format.ts'
import { Form } from '../../../shared/forms/form.tsx'
import { useAction } from '../../../shared/forms/use-action.tsx'
import { WindowButtons } from '../../../shared/forms/window-buttons.tsx'
import { toastError } from '../../../shared/page/toast.tsx'
import { polegraph } from '../../../shared/service/client.ts'
import type { Import } from '../../../shared/service/types.ts'
import { importsKey } from '../crawl-queries.ts'
import { RowErrors } from './row-errors.tsx'

const endings: Record<string, Import['format']> = {
  ...{ csv: 'csv', tsv: 'csv', txt: 'csv', ndjson: 'ndjson', jsonl: 'ndjson', ftm: 'ftm', json: 'ftm' },
  ...{ graphml: 'graphml', xml: 'graphml' },
}

const formatOf = ({ name }: File) => endings[name.split('.').at(-1)?.toLowerCase() ?? ''] ?? 'csv'

interface Mapping {
  kind?: string
  columns: Record<string, string | null>
}

function send(domainId: string, file: File, mapping: Mapping | undefined, isPreview: boolean) {
  const format = formatOf(file)
  return polegraph.imports.create(
    domainId,
    {
      ...{ format, name: file.name },
      ...(isPreview && { dry_run: true }),
      ...(mapping && format === 'csv' && { mapping: JSON.stringify(mapping) }),
    },
    file,
  )
}

/** Chooses a file, shows what it would do, and imports it. */
export function ImportForm({ domainId }: { domainId: string }) {
  const [file, setFile] = useState<File | undefined>(undefined)
  const preview = useAction({
    call: (one: File) => send(domainId, one, undefined, true),
    onDone: (_answer, one) => setFile(one),
    onFailed: toastError,
  })
  return (
    <>
      <FileButton
        accept=".csv,.tsv,.txt,.ndjson,.jsonl,.json,.ftm,.graphml,.xml"
        onChange={(one) => one && preview.run(one)}
      >
        {(props) => (
          <Button {...props} loading={preview.isRunning}>
            Import a file…
          </Button>
        )}
      </FileButton>
      {file && preview.answer && (
        <PreviewWindow domainId={domainId} file={file} first={preview.answer} onClose={() => setFile(undefined)} />
      )}
    </>
  )
}

function PreviewWindow(props: { domainId: string; file: File; first: Import; onClose: () => void }) {
  const { domainId, file, first, onClose } = props
  const [mapping, setMapping] = useState<Mapping>({ columns: {} })
  const isMapped = mapping.kind !== undefined || Object.keys(mapping.columns).length > 0
  const again = useAction({ call: () => send(domainId, file, mapping, true) })
  const load = useAction({
    call: () => send(domainId, file, isMapped ? mapping : undefined, false),
    says: `${file.name} is imported in the background`,
    refreshes: importsKey(domainId),
    onDone: onClose,
  })
  const shown = again.answer ?? first
  return (
    <Modal opened onClose={onClose} title={`Import ${file.name}`} size="xl">
      <Form onSend={() => load.run()}>
        <Stack>
          {shown.columns && (
            <Columns
              of={shown}
              mapping={mapping}
              onChange={(next) => {
                setMapping(next)
                again.reset()
              }}
            />
          )}
          <Text size="sm">{describe(shown)}</Text>
          <RowErrors of={shown} />
          {again.problem}
          {load.problem}
          <WindowButtons onClose={onClose}>
            {isMapped && (
              <Button variant="default" onClick={() => again.run()} loading={again.isRunning}>
                Look again
              </Button>
            )}
            <Button type="submit" loading={load.isRunning}>
              Import {formatCount(shown.rows, 'row')}
            </Button>
          </WindowButtons>
        </Stack>
      </Form>
    </Modal>
  )
}

function describe({ rows, rows_done, entities_new, entities_matched, relationships, pairs_waiting }: Import): string {
  const which = rows > rows_done ? `The first ${formatNumber(rows_done)} rows would` : 'They would'
  return (
    `${which} give ${formatCount(entities_new, 'new entity', 'new entities')}, match ${formatNumber(entities_matched)} that are there, ` +
    `state ${formatCount(relationships, 'relationship')}, and leave ${formatCount(pairs_waiting, 'pair')} to judge.`
  )
}

const kinds = ['person', 'object', 'location', 'event']
const usual = [
  ...[
    'name',
    'first_name',
    'last_name',
    'kind',
    'id',
    'alias',
    'summary',
    'url',
    'when',
    'start',
    'end',
    'since',
    'until',
  ],
  ...['place', 'street', 'city', 'region', 'postal_code', 'country', 'lat', 'lon', 'role', 'from', 'to', 'type'],
  ...['relation.works_for.object', 'relation.member_of.object', 'relation.located_in.location'],
]

/** The meaning of each column, as it was understood and as a person corrects it. */
function Columns({ of, mapping, onChange }: { of: Import; mapping: Mapping; onChange: (next: Mapping) => void }) {
  const kind = mapping.kind ?? of.kind
  return (
    <Stack gap="xs">
      {kind !== null && (
        <Group>
          <Select
            label="Each row is one"
            data={[...new Set([...kinds, kind])]}
            value={kind}
            allowDeselect={false}
            onChange={(value) => value && onChange({ ...mapping, kind: value })}
          />
        </Group>
      )}
      <Table.ScrollContainer minWidth={420} type="native">
        <Table>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Column</Table.Th>
              <Table.Th miw={200}>What it means</Table.Th>
              <Table.Th>First values</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {of.columns?.map(({ column, means, samples }) => (
              <Table.Tr key={column}>
                <Table.Td className="said">{column}</Table.Td>
                <Table.Td>
                  <Autocomplete
                    aria-label={`What ${column} means`}
                    placeholder="left out"
                    data={usual}
                    value={(column in mapping.columns ? mapping.columns[column] : means) ?? ''}
                    onChange={(text) =>
                      onChange({ ...mapping, columns: { ...mapping.columns, [column]: text.trim() || null } })
                    }
                  />
                </Table.Td>
                <Table.Td className="said" c="dimmed">
                  {samples.join(', ')}
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </Stack>
  )
}
