import { Paper, Stack, Text, Title } from '@mantine/core'
import { Actor } from '../../shared/curation/actor.tsx'
import { Changes } from '../../shared/curation/changes.tsx'
import { LongText } from '../../shared/curation/long-text.tsx'
import { MergeItem } from '../../shared/curation/merge-item.tsx'
import { Time } from '../../shared/format/time.tsx'
import { Listed } from '../../shared/lists/listed.tsx'
import { useList } from '../../shared/lists/use-list.ts'
import { isGone } from '../../shared/page/problem.tsx'
import { polegraph } from '../../shared/service/client.ts'
import type { HistoryEntry } from '../../shared/service/types.ts'

/** The changes of an entity, with their times and authors. They outlive the entity. */
export function HistoryTab({ domainId, entityId }: { domainId: string; entityId: string }) {
  const list = useList({
    key: ['d', domainId, 'entity', entityId, 'history'],
    page: (from, options) => polegraph.entities.getHistory(domainId, entityId, { limit: 50, ...from }, options),
    items: ({ history }) => history,
  })
  // An address that never was has no history.
  if (isGone(list.error)) return null
  const merges = list.pages[0]?.merges ?? []
  return (
    <Stack>
      {list.items && (
        <Title order={2} size="h5">
          Changes, oldest first
        </Title>
      )}
      <Listed list={list} height={240}>
        {(history) => history.map((entry) => <Entry key={entry.cursor} entry={entry} />)}
      </Listed>
      {merges.length > 0 && (
        <>
          <Title order={2} size="h5">
            Merges
          </Title>
          {merges.map((merge) => (
            <MergeItem key={merge.id} domainId={domainId} merge={merge} />
          ))}
        </>
      )}
    </Stack>
  )
}

const words: Record<HistoryEntry['change'], string> = {
  entered: 'Entered the graph',
  changed: 'Changed',
  left: 'Left the graph',
  merged: 'Was merged into another',
  merged_in: 'Took in',
  parted: 'Parted from',
  split: 'Was split from',
}

function Entry({ entry: { at, change, actor, reason, other, before, after } }: { entry: HistoryEntry }) {
  return (
    <Paper withBorder p="sm" component="article">
      <Text size="sm" component="div">
        {words[change]}
        {other && ` ${other.name}`}
        {reason && (
          <>
            {', because: '}
            <LongText text={reason} most={200} />
          </>
        )}
      </Text>
      <Text size="xs" c="dimmed" component="div">
        By <Actor actor={actor} />, <Time at={at} />
      </Text>
      {(change === 'changed' || change === 'entered') && <Changes before={before} after={after} />}
    </Paper>
  )
}
