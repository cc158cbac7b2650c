import { Autocomplete, Badge, Button, Group, Stack, Table, Text } from '@mantine/core'
import { limits } from '@polegraph/contract/limits.ts'
import { useState } from 'react'
import { useDecision } from '../../shared/curation/use-decision.ts'
import { formatNumber, formatWords } from '../../shared/format/format.ts'
import { Form } from '../../shared/forms/form.tsx'
import { FormWindow } from '../../shared/forms/leave-guard.tsx'
import { WindowButtons } from '../../shared/forms/window-buttons.tsx'
import { Empty } from '../../shared/lists/empty.tsx'
import { actions, ListTable } from '../../shared/lists/list-table.tsx'
import { Listed } from '../../shared/lists/listed.tsx'
import { useList } from '../../shared/lists/use-list.ts'
import { AsCall } from '../../shared/page/as-call.tsx'
import { toastError } from '../../shared/page/toast.tsx'
import { polegraph } from '../../shared/service/client.ts'
import { useMayWrite } from '../../shared/service/session.ts'
import type { Domain, RelationType } from '../../shared/service/types.ts'

/** The types of relationships, and which of them a person called the same. */
export function RelationTypesTab({ domain }: { domain: Domain }) {
  const mayWrite = useMayWrite()
  const [mapped, setMapped] = useState<RelationType | undefined>(undefined)
  const list = useList({
    key: ['d', domain.id, 'relation-types'],
    page: (from, options) => polegraph.relationTypes.list(domain.id, { limit: 100, ...from }, options),
    items: ({ relation_types }) => relation_types,
  })
  const part = useDecision(domain.id, {
    call: (type: string) => polegraph.relationTypes.unmap(domain.id, type),
    says: (type) => `${formatWords(type)} is a type of its own again.`,
    onFailed: toastError,
  })
  return (
    <Stack>
      <Group justify="space-between" align="flex-start" wrap="nowrap">
        <Text size="sm" c="dimmed" maw={720}>
          What pages say in words of their own may be the same as another type. Call it so, and its relationships are
          shown by the other, now and whenever a page says more; the words of the pages stay with them.
        </Text>
        <AsCall call="relationTypes.list" ids={[domain.id]} />
      </Group>
      <Listed
        list={list}
        height={200}
        empty={<Empty title="No relationships yet">Their types are listed here as soon as a page states one.</Empty>}
      >
        {(types) => (
          <>
            <ListTable minWidth={560} columns={['Type', { label: 'Relationships', ta: 'right' }, 'Shown as', actions]}>
              {types.map((one) => (
                <Row
                  key={one.type}
                  relationType={one}
                  isParting={part.input === one.type}
                  onMap={mayWrite ? () => setMapped(one) : undefined}
                  onPart={mayWrite && one.same_as !== null ? () => part.run(one.type) : undefined}
                />
              ))}
            </ListTable>
            {mapped && (
              <SameAs
                domainId={domain.id}
                relationType={mapped}
                known={types.flatMap(({ type, same_as }) => (same_as === null && type !== mapped.type ? [type] : []))}
                onClose={() => setMapped(undefined)}
              />
            )}
          </>
        )}
      </Listed>
    </Stack>
  )
}

function Row(props: {
  relationType: RelationType
  isParting: boolean
  onMap: (() => void) | undefined
  onPart: (() => void) | undefined
}) {
  const { isParting, onMap, onPart } = props
  const { type, count, same_as, is_own } = props.relationType
  return (
    <Table.Tr>
      <Table.Td>
        <Group gap="xs">
          <span className="said">{formatWords(type)}</span>
          {is_own && (
            <Badge variant="light" color="gray" tt="none">
              words of pages
            </Badge>
          )}
        </Group>
      </Table.Td>
      <Table.Td ta="right">{formatNumber(count)}</Table.Td>
      <Table.Td>{same_as !== null && formatWords(same_as)}</Table.Td>
      <Table.Td>
        <Group gap="xs" justify="flex-end" wrap="nowrap">
          {onMap && (
            <Button
              size="compact-sm"
              variant="light"
              onClick={onMap}
              aria-label={`Call ${formatWords(type)} the same as another type`}
            >
              The same as…
            </Button>
          )}
          {onPart && (
            <Button
              size="compact-sm"
              variant="default"
              loading={isParting}
              onClick={onPart}
              aria-label={`Let ${formatWords(type)} be a type of its own again`}
            >
              Take back
            </Button>
          )}
        </Group>
      </Table.Td>
    </Table.Tr>
  )
}

function SameAs(props: { domainId: string; relationType: RelationType; known: string[]; onClose: () => void }) {
  const { domainId, known, onClose } = props
  const { type, same_as } = props.relationType
  const [words, setWords] = useState(same_as ?? '')
  const other = words.trim().toLowerCase().replace(/\s+/g, '_')
  const map = useDecision(domainId, {
    call: () => polegraph.relationTypes.map(domainId, type, { same_as: other }),
    says: `${formatWords(type)} is the same as ${formatWords(other)}.`,
    onDone: onClose,
  })
  return (
    <FormWindow isChanged={other !== (same_as ?? '')} onClose={onClose} title={`“${formatWords(type)}” is the same as`}>
      <Form onSend={() => map.run()}>
        <Stack>
          <Autocomplete
            label="Type"
            description="One of the list, or another. It reads from the same end: who works for, not who employs."
            required
            data-autofocus
            data={known}
            limit={20}
            maxLength={limits.relation_max}
            value={words}
            onChange={setWords}
          />
          {map.problem}
          <WindowButtons onClose={onClose}>
            <Button type="submit" loading={map.isRunning} disabled={other === '' || other === type}>
              Call them the same
            </Button>
          </WindowButtons>
        </Stack>
      </Form>
    </FormWindow>
  )
}
