import { Badge, Button, Group, Paper, Select, Stack, Text } from '@mantine/core'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { Actor } from '../../shared/curation/actor.tsx'
import { LongText } from '../../shared/curation/long-text.tsx'
import { useDecision } from '../../shared/curation/use-decision.ts'
import { formatCount, formatWords } from '../../shared/format/format.ts'
import { Kind } from '../../shared/format/kinds.tsx'
import { Time } from '../../shared/format/time.tsx'
import { Empty } from '../../shared/lists/empty.tsx'
import { Listed } from '../../shared/lists/listed.tsx'
import { useList } from '../../shared/lists/use-list.ts'
import { Problem } from '../../shared/page/problem.tsx'
import { polegraph } from '../../shared/service/client.ts'
import { useMayWrite } from '../../shared/service/session.ts'
import type { Tombstone } from '../../shared/service/types.ts'

const types = [
  { value: 'entity', label: 'Entities' },
  { value: 'relationship', label: 'Relationships' },
  { value: 'attribute', label: 'Values' },
] as const

/** Deleted things, and how often a page would have brought each back. */
export function TombstonesTab({ domainId }: { domainId: string }) {
  const { type } = useSearch({ from: '/signed-in/d/$domainId/review' })
  const navigate = useNavigate({ from: '/d/$domainId/review' })
  const list = useList({
    key: ['d', domainId, 'tombstones', type ?? 'all'],
    page: (from, options) => polegraph.tombstones.list(domainId, { ...(type && { type }), ...from }, options),
    items: ({ tombstones }) => tombstones,
  })
  return (
    <Stack>
      <Select
        label="Deleted"
        placeholder="Everything"
        clearable
        maw={240}
        data={types}
        value={type ?? null}
        onChange={(value) => {
          const chosen = types.find((one) => one.value === value)?.value
          void navigate({ search: ({ type: _, ...search }) => ({ ...search, ...(chosen && { type: chosen }) }) })
        }}
      />
      <Listed
        list={list}
        height={240}
        empty={
          <Empty title="Nothing was deleted">
            What a person deletes stays away, whatever pages say. It is listed here, and can be brought back.
          </Empty>
        }
      >
        {(tombstones) => tombstones.map((one) => <TombstoneItem key={one.id} domainId={domainId} tombstone={one} />)}
      </Listed>
    </Stack>
  )
}

function TombstoneItem({ domainId, tombstone }: { domainId: string; tombstone: Tombstone }) {
  const mayWrite = useMayWrite()
  const { kind, reason, created_by, created_at, blocked_count, last_blocked_at } = tombstone
  const lift = useDecision(domainId, {
    call: () => polegraph.tombstones.lift(domainId, tombstone.id, {}),
    says: 'Brought back.',
  })
  return (
    <Paper withBorder p="sm" component="article">
      <Group justify="space-between" align="flex-start" gap="xs">
        <Stack gap={2} style={{ flex: '1 1 220px', minWidth: 0 }}>
          <Group gap="xs">
            <Text size="sm" component="div">
              <LongText text={described(tombstone)} most={200} />
            </Text>
            {kind && <Kind kind={kind} />}
          </Group>
          <Text size="xs" c="dimmed" component="div">
            Deleted by <Actor actor={created_by} />, <Time at={created_at} />
            {reason && (
              <>
                {' · because: '}
                <LongText text={reason} most={200} />
              </>
            )}
          </Text>
          <Text size="xs" c="dimmed" component="div">
            {blocked_count === 0 ? 'No page has named it since.' : `Held back ${formatCount(blocked_count, 'time')}`}
            {last_blocked_at && (
              <>
                , last <Time at={last_blocked_at} ago />
              </>
            )}
          </Text>
        </Stack>
        <Group gap="xs">
          <Badge variant="light" color="gray" tt="none">
            {tombstone.type === 'attribute' ? 'value' : tombstone.type}
          </Badge>
          {mayWrite && (
            <Button size="compact-sm" variant="default" loading={lift.isRunning} onClick={() => lift.run()}>
              Bring back
            </Button>
          )}
        </Group>
      </Group>
      {lift.error && <Problem error={lift.error} onRetry={() => lift.run()} />}
    </Paper>
  )
}

function described({ type, name, attribute, from, to, relation, certainty }: Tombstone): string {
  if (type === 'relationship') {
    const how = certainty === null || certainty === 'said' ? '' : ` (${certainty})`
    return `${from?.name ?? '?'} – ${formatWords(relation ?? '')} – ${to?.name ?? '?'}${how}`
  }
  return type === 'attribute' ? `${formatWords(attribute ?? '')} of ${name ?? '?'}` : (name ?? '?')
}
