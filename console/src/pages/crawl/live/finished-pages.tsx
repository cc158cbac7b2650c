import { Badge, Box, Group, Stack, Text, Title } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { Away } from '../../../shared/format/away.tsx'
import { formatCount } from '../../../shared/format/format.ts'
import { throttle, useDomainEvents } from '../../../shared/service/live.tsx'
import type { Page, PageStatus } from '../../../shared/service/types.ts'
import { modeWords, statusWords } from '../words.ts'

export interface FinishedPage {
  event: number
  url: string
  status: PageStatus
  mode: Page['last_mode']
  error: string | null
}

const most = 200
/** How often the list changes at most: rows that move faster cannot be read. */
const showEveryMs = 500

/** The pages that were finished since the page was opened, newest first. */
export function useFinishedPages(): FinishedPage[] {
  const [shown, setShown] = useState<FinishedPage[]>([])
  const kept = useRef<FinishedPage[]>([])
  const show = useRef(throttle(() => setShown(kept.current), showEveryMs)).current
  useEffect(() => () => show.cancel(), [show])
  useDomainEvents(({ id, type, data }) => {
    if (type !== 'page.update' || data.status === 'queued') return
    const { url, status, mode, error } = data
    kept.current = [{ event: id, url, status, mode, error }, ...kept.current].slice(0, most)
    show.soon()
  })
  return shown
}

export function FinishedPages({ pages }: { pages: FinishedPage[] }) {
  return (
    <Stack gap="xs">
      <Group justify="space-between">
        <Title order={2} size="h4" id="finished">
          Pages as they are finished
        </Title>
        {pages.length > 0 && (
          <Text size="sm" c="dimmed">
            {pages.length === most ? `the last ${most}` : formatCount(pages.length, 'page')}
          </Text>
        )}
      </Group>
      {pages.length === 0 ? (
        <Text size="sm" c="dimmed">
          They appear here while this page is open. All others are under Pages.
        </Text>
      ) : (
        <Box mah={360} style={{ overflowY: 'auto' }} tabIndex={0} role="region" aria-labelledby="finished">
          <Stack component="ul" gap={6} m={0} p={0} style={{ listStyle: 'none' }}>
            {pages.map((page) => (
              <Row key={page.event} page={page} />
            ))}
          </Stack>
        </Box>
      )}
    </Stack>
  )
}

function Row({ page }: { page: FinishedPage }) {
  const [word, color] = statusWords[page.status]
  const how = page.status === 'extracted' && page.mode ? modeWords[page.mode] : word
  return (
    <Group component="li" gap="sm" wrap="nowrap" align="baseline">
      <Badge color={color} variant="light" tt="none" w={136} style={{ flexShrink: 0 }}>
        {how}
      </Badge>
      <Text size="sm" component="div" miw={0}>
        <Away href={page.url} />
        {page.error && (
          <Text size="xs" c="dimmed" className="said">
            {page.error}
          </Text>
        )}
      </Text>
    </Group>
  )
}
