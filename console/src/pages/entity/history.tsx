import { Paper, Stack, Text, Title } from '@mantine/core'
import { useSearch } from '@tanstack/react-router'
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
import { FirstRows } from './first-rows.tsx'
import { Section } from './section.tsx'

const first = 3

/** The changes of an entity, with their times and authors. They outlive the entity. */
export function History({ domainId, entityId }: { domainId: string; entityId: string }) {
  const { tab } = useSearch({ strict: false })
  const list = useList({
    key: ['d', domainId, 'entity', entityId, 'history'],
    page: (from, options) =>
      polegraph.entities.getHistory(domainId, entityId, { order: 'newest', limit: 50, ...from }, options),
    items: ({ history }) => history,
  })
  // An address that never was has no history.
  if (isGone(list.error)) return null
  const merges = list.pages[0]?.merges ?? []
  const rows = list.items ?? []
  const isLong = rows.length > first + 1
  return (
    <Section name="history" title="History">
      <Stack gap="xs">
        <FirstRows
          rows={rows}
          {...{ first, what: list.hasMore ? 'changes and more' : 'changes', isWhole: tab === 'history' }}
        >
          {(shown, isWhole) => (
            <Listed
              list={{ ...list, items: list.items && shown, hasMore: list.hasMore && (isWhole || !isLong) }}
              height={160}
            >
              {(history) => history.map((entry) => <Entry key={entry.cursor} entry={entry} />)}
            </Listed>
          )}
        </FirstRows>
        {merges.length > 0 && (
          <>
            <Title order={3} size="h6">
              Merges
            </Title>
            <FirstRows rows={merges} {...{ first, what: 'merges', isWhole: tab === 'history' }}>
              {(shown) => shown.map((merge) => <MergeItem key={merge.id} domainId={domainId} merge={merge} />)}
            </FirstRows>
          </>
        )}
      </Stack>
    </Section>
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
