import { Button, Group, Paper, SegmentedControl, Stack, Text } from '@mantine/core'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { Actor } from '../../shared/curation/actor.tsx'
import { Changes } from '../../shared/curation/changes.tsx'
import { LongText } from '../../shared/curation/long-text.tsx'
import { CertaintyMark } from '../../shared/format/certainty-mark.tsx'
import { formatWords } from '../../shared/format/format.ts'
import { Kind } from '../../shared/format/kinds.tsx'
import { Time } from '../../shared/format/time.tsx'
import { useAction } from '../../shared/forms/use-action.tsx'
import { Listed } from '../../shared/lists/listed.tsx'
import { useList } from '../../shared/lists/use-list.ts'
import { EntityLink } from '../../shared/page/entity-link.tsx'
import { polegraph } from '../../shared/service/client.ts'
import type { WatchEvent } from '../../shared/service/types.ts'
import { watchesKey } from '../../shared/watches/watches.ts'
import type { WatchProps } from './watch-props.ts'

const pageSize = 50

/** The news of a watch, oldest first, and a way to say that they were seen. */
export function News({ domainId, watch }: WatchProps) {
  const { all } = useSearch({ from: '/signed-in/d/$domainId/watches' })
  const navigate = useNavigate({ from: '/d/$domainId/watches' })
  const found = useNews(domainId, watch.id, all === '1')
  /** Up to where the person has seen what is listed. */
  const cursor = found.pages.at(-1)?.cursor
  const seen = useAction({
    call: (cursor: number) => polegraph.watches.markSeen(domainId, watch.id, { cursor }),
    refreshes: watchesKey(domainId),
  })
  return (
    <Stack gap="xs">
      <Group justify="space-between">
        <SegmentedControl
          size="xs"
          aria-label="Which news"
          value={all === '1' ? 'all' : 'new'}
          onChange={(value) =>
            void navigate({
              search: ({ all: _, ...search }) => ({ ...search, ...(value === 'all' && { all: '1' as const }) }),
              resetScroll: false,
            })
          }
          data={[
            { value: 'new', label: 'Since you looked' },
            { value: 'all', label: 'All that is kept' },
          ]}
        />
        <Button
          size="xs"
          loading={seen.isRunning}
          disabled={cursor === undefined || watch.unseen.count === 0}
          onClick={() => cursor !== undefined && seen.run(cursor)}
        >
          I have seen these
        </Button>
      </Group>
      {seen.problem}
      <Listed
        list={found}
        height={120}
        more="Show later ones"
        empty={
          <Text size="sm" c="dimmed" role="status">
            {all === '1' ? 'Nothing has happened yet.' : 'Nothing is new since you looked.'}
          </Text>
        }
      >
        {(events) => events.map((event) => <Event key={event.id} domainId={domainId} event={event} />)}
      </Listed>
    </Stack>
  )
}

function useNews(domainId: string, watchId: string, isAll: boolean) {
  return useList({
    key: [...watchesKey(domainId), watchId, 'news', isAll],
    page: async ({ cursor: from }, options) => {
      const since = from ? { since: Number(from) } : isAll ? { since: 0 } : {}
      const news = await polegraph.watches.news(domainId, watchId, { limit: pageSize, ...since }, options)
      return { ...news, next_cursor: news.more ? String(news.cursor) : null }
    },
    items: ({ events }) => events,
    isLong: true,
  })
}

type EntityEvent = Extract<WatchEvent['payload'], { name: string }>
type RelationshipEvent = Exclude<WatchEvent['payload'], EntityEvent>

const isOfEntity = (payload: WatchEvent['payload']): payload is EntityEvent => 'name' in payload

const said: Record<WatchEvent['type'], string> = {
  'entity.added': 'is new',
  'entity.changed': 'has changed',
  'entity.merged': 'was merged into',
  'entity.split': 'was split off',
  'entity.deleted': 'is gone',
  'relationship.added': 'is new',
  'relationship.changed': 'has changed',
  'relationship.deleted': 'is gone',
}

function Event({ domainId, event: { type, payload, created_at } }: { domainId: string; event: WatchEvent }) {
  const before = Object.fromEntries(payload.changes.map(({ field, from }) => [field, from]))
  const after = Object.fromEntries(payload.changes.map(({ field, to }) => [field, to]))
  return (
    <Paper withBorder p="sm" component="article">
      <Text size="sm" component="div">
        {isOfEntity(payload) ? (
          <OfEntity domainId={domainId} payload={payload} />
        ) : (
          <OfRelationship domainId={domainId} payload={payload} />
        )}{' '}
        {said[type]}
        {isOfEntity(payload) && payload.merged_into && (
          <>
            {' '}
            <Named domainId={domainId} entity={payload.merged_into} />
          </>
        )}
        {payload.reason && (
          <>
            {', because: '}
            <LongText text={payload.reason} most={200} />
          </>
        )}
      </Text>
      <Text size="xs" c="dimmed" component="div">
        By <Actor actor={payload.actor} />, <Time at={created_at} />
      </Text>
      {payload.changes.length > 0 && <Changes before={before} after={after} />}
    </Paper>
  )
}

const OfEntity = ({ domainId, payload }: { domainId: string; payload: EntityEvent }) => (
  <>
    <Named domainId={domainId} entity={payload} /> <Kind kind={payload.kind} />
  </>
)

const OfRelationship = ({
  domainId,
  payload: { from, to, type, certainty },
}: {
  domainId: string
  payload: RelationshipEvent
}) => (
  <>
    <Named domainId={domainId} entity={from} /> {formatWords(type)} <Named domainId={domainId} entity={to} />{' '}
    <CertaintyMark certainty={certainty} />
  </>
)

function Named({ domainId, entity }: { domainId: string; entity: { id: string; name: string } | null }) {
  if (!entity) return 'something that was deleted'
  return (
    <EntityLink domainId={domainId} entityId={entity.id} className="said">
      {entity.name}
    </EntityLink>
  )
}
