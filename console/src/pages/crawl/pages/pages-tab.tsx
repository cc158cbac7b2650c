import { Box, Button, Group, Select, Skeleton, Stack, Text, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { limits } from '@polegraph/contract/limits.ts'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useRef, useState } from 'react'
import { formatCount } from '../../../shared/format/format.ts'
import { Empty } from '../../../shared/lists/empty.tsx'
import { useList } from '../../../shared/lists/use-list.ts'
import { AsCall } from '../../../shared/page/as-call.tsx'
import { Problem } from '../../../shared/page/problem.tsx'
import { polegraph } from '../../../shared/service/client.ts'
import { throttle, useDomainEvents } from '../../../shared/service/live.tsx'
import type { Page, PageStatus } from '../../../shared/service/types.ts'
import { statusWords } from '../words.ts'
import { PageRow } from './page-row.tsx'

const statuses = Object.keys(statusWords) as PageStatus[]
const rowsAtOnce = 200
/** Pages of answers that are asked for again by themselves. */
const followedParts = 3

/** All pages of the graph, and why each is what it is. */
export function PagesTab({ domainId }: { domainId: string }) {
  const search = useSearch({ from: '/signed-in/d/$domainId/crawl' })
  const status = statuses.find((name) => name === search.status)
  const { q } = search
  const navigate = useNavigate()
  const change = (next: { status?: string | undefined; q?: string | undefined }) =>
    navigate({
      to: '/d/$domainId/crawl',
      params: { domainId },
      search: { tab: 'pages', ...(status && { status }), ...(q && { q }), ...next },
      replace: true,
    })
  const filters = { ...(status && { status }), ...(q && { q }) }
  const list = useList({
    key: ['d', domainId, 'pages', filters],
    page: async ({ cursor }, options) => {
      const query = { ...filters, limit: rowsAtOnce, offset: Number(cursor ?? 0) }
      const { pages, next_offset } = await polegraph.pages.list(domainId, query, options)
      return { pages, next_cursor: next_offset === null ? null : String(next_offset) }
    },
    items: ({ pages }) => pages,
    keepsLast: true,
    isLong: true,
  })
  const { isOld, refresh } = useFollowed(list)
  const pages = list.items
  return (
    <Stack>
      <Group justify="space-between" align="flex-end" wrap="nowrap">
        <Group align="flex-end" gap="xs">
          <Select
            label="Status"
            placeholder="all"
            clearable
            w={170}
            data={statuses.map((value) => ({ value, label: statusWords[value][0] }))}
            value={status ?? null}
            onChange={(value) => change({ status: value ?? undefined })}
            clearButtonProps={{ 'aria-label': 'All statuses' }}
          />
          <AddressFilter q={q} onChange={(text) => change({ q: text || undefined })} />
        </Group>
        <AsCall call="pages.list" ids={[domainId]} fields={filters} />
      </Group>
      {list.error && <Problem error={list.error} onRetry={list.retry} />}
      {!pages && !list.error && <Skeleton h={320} />}
      {pages?.length === 0 &&
        (status || q ? (
          <Empty title="No such page">No page has this status and this text in its address.</Empty>
        ) : (
          <Empty title="No page yet">Pages come from sources and the links on them: add one under Sources.</Empty>
        ))}
      {pages && pages.length > 0 && (
        <>
          <Group gap="sm">
            <Text size="sm" c="dimmed" role="status">
              {list.hasMore ? `The first ${formatCount(pages.length, 'page')}` : formatCount(pages.length, 'page')}
            </Text>
            {isOld && (
              <Button size="compact-xs" variant="default" loading={list.isFetching} onClick={refresh}>
                Some have changed: show that
              </Button>
            )}
          </Group>
          <PageList pages={pages} onEnd={list.more} />
        </>
      )}
    </Stack>
  )
}

/** Refreshes the list while pages are read. Of a long one the reader is only told that it is old. */
function useFollowed({ pages, refetch }: { pages: unknown[]; refetch: () => void }) {
  const [isOld, setIsOld] = useState(false)
  const latest = useRef(refetch)
  latest.current = refetch
  const soon = useRef(throttle(() => latest.current(), 3_000)).current
  useEffect(() => () => soon.cancel(), [soon])
  const isShort = pages.length <= followedParts
  useDomainEvents(({ type }) => {
    if (type !== 'page.update') return
    if (isShort) soon.soon()
    else setIsOld(true)
  })
  const refresh = () => {
    setIsOld(false)
    refetch()
  }
  return { isOld: isOld && !isShort, refresh }
}

function AddressFilter({ q, onChange }: { q: string | undefined; onChange: (text: string) => void }) {
  const [text, setText] = useState(q ?? '')
  const typed = useRef(q ?? '')
  const say = useDebouncedCallback((value: string) => {
    typed.current = value.trim()
    onChange(typed.current)
  }, 300)
  // "Back" changes the address without typing.
  useEffect(() => {
    if ((q ?? '') !== typed.current) setText(q ?? '')
    typed.current = q ?? ''
  }, [q])
  return (
    <TextInput
      label="Part of the address"
      placeholder="/news/"
      type="search"
      maxLength={limits.query_max}
      value={text}
      onChange={(event) => {
        setText(event.currentTarget.value)
        say(event.currentTarget.value)
      }}
    />
  )
}

function PageList({ pages, onEnd }: { pages: Page[]; onEnd: () => void }) {
  const box = useRef<HTMLDivElement>(null)
  const rows = useVirtualizer({
    count: pages.length,
    getScrollElement: () => box.current,
    estimateSize: () => 58,
    getItemKey: (index) => pages[index]?.id ?? index,
    overscan: 10,
  })
  const shown = rows.getVirtualItems()
  const isAtEnd = (shown.at(-1)?.index ?? 0) >= pages.length - 20
  const end = useRef(onEnd)
  end.current = onEnd
  // biome-ignore lint/correctness/useExhaustiveDependencies: more pages make a new end
  useEffect(() => {
    if (isAtEnd) end.current()
  }, [isAtEnd, pages.length])
  return (
    <Box
      ref={box}
      tabIndex={0}
      role="region"
      aria-label="Pages"
      style={{ overflowY: 'auto', height: 'max(320px, 62vh)' }}
    >
      <ul style={{ height: rows.getTotalSize(), position: 'relative', margin: 0, padding: 0, listStyle: 'none' }}>
        {shown.map(({ index, key, start }) => (
          <li
            key={key}
            ref={rows.measureElement}
            data-index={index}
            aria-setsize={pages.length}
            aria-posinset={index + 1}
            style={{ position: 'absolute', top: 0, left: 0, right: 0, transform: `translateY(${start}px)` }}
          >
            <PageRow page={pages[index] as Page} />
          </li>
        ))}
      </ul>
    </Box>
  )
}
