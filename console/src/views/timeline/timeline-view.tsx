import type { List } from '../../shared/lists/use-list.ts'
import { Problem } from '../../shared/page/problem.tsx'
import { Hit } from '../hit.tsx'
import { WaitingView } from '../waiting-view.tsx'
import './timeline-view.css'
import { Button, Group, Text, UnstyledButton } from '@mantine/core'
import { useVirtualizer } from '@tanstack/react-virtual'
import { type ReactNode, useEffect, useRef } from 'react'
import { formatCount, formatNumber } from '../../shared/format/format.ts'
import { formatWhen, type When } from '../../shared/format/format-when.ts'
import { Kind } from '../../shared/format/kinds.tsx'
import { Empty } from '../../shared/lists/empty.tsx'
import { Histogram } from './histogram.tsx'
import type { Bucket, BucketSize, TimeSpan } from './time-span.ts'

export interface DatedEntity {
  id: string
  kind: string
  name: string
  when: When | null
}

export interface TimelineViewProps extends TimeSpan {
  list: List<DatedEntity> & { pages: { bucket: BucketSize; buckets: Bucket[]; undated: number }[] }
  at: string | undefined
  /** What was found: it is marked. */
  lit?: ReadonlySet<string> | undefined
  onChoose(id: string): void
  onZoom(span: TimeSpan): void
  tools?: ReactNode
}

/** How much happened when, and what. */
export function TimelineView(props: TimelineViewProps) {
  const { list, from, to, onZoom } = props
  const [first] = list.pages
  if (!list.items || !first) {
    return list.error ? <Problem error={list.error} onRetry={list.retry} /> : <WaitingView />
  }
  const { bucket, buckets, undated } = first
  const dated = buckets.reduce((sum, { count }) => sum + count, 0)
  return (
    <div className="timeline-view">
      <Group justify="space-between" px="md" py={6} gap="xs">
        <Text size="sm" c="dimmed" role="status" className="number">
          {formatCount(dated, 'entity', 'entities')} with a time
          {undated > 0 && `, ${formatNumber(undated)} without`}
        </Text>
        <Group gap="xs">
          {(from || to) && (
            <Button size="xs" variant="default" onClick={() => onZoom({ from: undefined, to: undefined })}>
              All of the time
            </Button>
          )}
          {props.tools}
        </Group>
      </Group>
      {list.items.length === 0 ? (
        <Empty title="Nothing with a time">
          {from || to ? 'Nothing is known of this time.' : 'No entity that matches has a time.'}
        </Empty>
      ) : (
        <>
          {buckets.length > 0 && <Histogram buckets={buckets} bucket={bucket} onZoom={onZoom} />}
          <Items {...props} items={list.items} />
        </>
      )}
    </div>
  )
}

function Items({ list, items, at, lit, onChoose }: TimelineViewProps & { items: DatedEntity[] }) {
  const scroll = useRef<HTMLElement>(null)
  const rows = useVirtualizer({
    count: items.length,
    getScrollElement: () => scroll.current,
    estimateSize: () => 40,
    overscan: 10,
  })
  const shown = rows.getVirtualItems()
  const last = shown.at(-1)?.index ?? 0
  useEffect(() => {
    if (last >= items.length - 20) list.more()
  })
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be scrolled by keys
    <section className="timeline-items" ref={scroll} tabIndex={0} aria-label="By time">
      <ol style={{ height: rows.getTotalSize() }}>
        {shown.map(({ index, start }) => {
          const item = items[index] as DatedEntity
          return (
            <li key={item.id} style={{ transform: `translateY(${start}px)` }}>
              <UnstyledButton
                className="timeline-row"
                aria-current={item.id === at ? true : undefined}
                onClick={() => onChoose(item.id)}
              >
                <span className="one-line timeline-when">{item.when ? formatWhen(item.when) : ''}</span>
                <span className="one-line">
                  <Hit isHit={lit?.has(item.id)}>{item.name}</Hit>
                </span>
                <Kind kind={item.kind} />
              </UnstyledButton>
            </li>
          )
        })}
      </ol>
    </section>
  )
}
