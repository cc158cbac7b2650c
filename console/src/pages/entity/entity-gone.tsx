import { Button, Container, Group, Skeleton, Stack, Text } from '@mantine/core'
import { limits } from '@polegraph/contract/limits.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Actor } from '../../shared/curation/actor.tsx'
import { LongText } from '../../shared/curation/long-text.tsx'
import { useDecision } from '../../shared/curation/use-decision.ts'
import { Time } from '../../shared/format/time.tsx'
import { Empty } from '../../shared/lists/empty.tsx'
import { Problem } from '../../shared/page/problem.tsx'
import { polegraph } from '../../shared/service/client.ts'
import { useMayWrite } from '../../shared/service/session.ts'
import type { Entity, Tombstone } from '../../shared/service/types.ts'
import { History } from './history.tsx'

/** The old address of an entity that is one with another now. */
export function EntityMerged({ domainId, entityId, into }: { domainId: string; entityId: string; into: Entity }) {
  return (
    <Container py="md" w="100%">
      <Empty
        order={1}
        title="This was merged into another"
        action={
          <Button
            h="auto"
            py={6}
            maw="100%"
            renderRoot={(props) => (
              <Link {...props} to="/d/$domainId/e/$entityId" params={{ domainId, entityId: into.id }} />
            )}
          >
            <span className="one-line">Go to {into.name}</span>
          </Button>
        }
      >
        What pages say about it is shown with{' '}
        <Text span fw={600}>
          <LongText text={into.name} most={100} />
        </Text>
        . The merge can be reverted in its history.
      </Empty>
      <History domainId={domainId} entityId={entityId} />
    </Container>
  )
}

/** The address of an entity that a person deleted, that left the graph with its pages, or that never was. */
export function EntityGone({ domainId, entityId }: { domainId: string; entityId: string }) {
  const deleted = useQuery({
    queryKey: ['d', domainId, 'tombstones', 'of', entityId],
    queryFn: ({ signal }) => findTombstone(domainId, entityId, signal),
  })
  const tombstone = deleted.data
  // A deleted entity is not called unknown while its tombstone is looked for, or cannot be.
  if (!tombstone && deleted.isFetching) {
    return (
      <Container py="md" w="100%">
        <Skeleton h={64} animate={false} role="status" aria-label="Loading" />
      </Container>
    )
  }
  if (deleted.error) {
    return (
      <Container py="md" w="100%">
        <Problem error={deleted.error} onRetry={() => deleted.refetch()} />
      </Container>
    )
  }
  return (
    <Container py="md" w="100%">
      <Empty
        order={1}
        title={tombstone ? 'This was deleted' : 'This is not in the graph'}
        action={
          <Group justify="center">
            <Button
              variant="default"
              renderRoot={(props) => <Link {...props} to="/d/$domainId" params={{ domainId }} />}
            >
              Explore the graph
            </Button>
            {tombstone && <BringBack domainId={domainId} tombstone={tombstone} />}
          </Group>
        }
      >
        {tombstone ? (
          <Stack gap={4}>
            <span>
              <LongText text={tombstone.name ?? 'It'} most={100} /> was deleted by{' '}
              <Actor actor={tombstone.created_by} />, <Time at={tombstone.created_at} />.
            </span>
            {tombstone.reason && (
              <span>
                Because: <LongText text={tombstone.reason} most={200} />
              </span>
            )}
          </Stack>
        ) : (
          'No page speaks of it any more, or the address was cut short.'
        )}
      </Empty>
      <History domainId={domainId} entityId={entityId} />
    </Container>
  )
}

async function findTombstone(domainId: string, entityId: string, signal: AbortSignal): Promise<Tombstone | null> {
  for await (const tombstone of polegraph.tombstones.list(
    domainId,
    { type: 'entity', limit: limits.list_max },
    { signal },
  )) {
    if (tombstone.target_id === entityId) return tombstone
  }
  return null
}

function BringBack({ domainId, tombstone }: { domainId: string; tombstone: Tombstone }) {
  const mayWrite = useMayWrite()
  const lift = useDecision(domainId, {
    call: () => polegraph.tombstones.lift(domainId, tombstone.id, {}),
    says: 'Brought back.',
  })
  if (!mayWrite) return null
  return (
    <>
      <Button onClick={() => lift.run()} loading={lift.isRunning}>
        Bring it back
      </Button>
      {lift.problem}
    </>
  )
}
