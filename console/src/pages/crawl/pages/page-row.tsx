import { Badge, Group, Text } from '@mantine/core'
import { Away } from '../../../shared/format/away.tsx'
import { Time } from '../../../shared/format/time.tsx'
import type { Page, PageErrorCode } from '../../../shared/service/types.ts'
import { errorWords, modeWords, statusWords } from '../words.ts'

/** A page, and why it is what it is. */
export function PageRow({ page }: { page: Page }) {
  const [word, color] = statusWords[page.status]
  return (
    <Group gap="sm" wrap="nowrap" align="flex-start" py={8}>
      <Badge color={color} variant="light" tt="none" w={96} mt={2} style={{ flexShrink: 0 }} title={page.status}>
        {word}
      </Badge>
      <div style={{ minWidth: 0, flex: 1 }}>
        <Text size="sm" component="div">
          <Away href={page.url} />
        </Text>
        <Text size="xs" c="dimmed" component="div">
          {page.status === 'extracted' ? <HowRead page={page} /> : <Why code={page.error_code} error={page.error} />}
        </Text>
      </div>
      <Text size="xs" c="dimmed" ta="right" component="div" style={{ flexShrink: 0 }} visibleFrom="xs">
        {page.fetched_at ? <Time at={page.fetched_at} ago /> : 'not yet'}
        <div title="Distance from a source, in links">{page.depth === 0 ? 'a source' : `depth ${page.depth}`}</div>
      </Text>
    </Group>
  )
}

function HowRead({ page }: { page: Page }) {
  return (
    <span className="said" title={page.last_mode ?? undefined}>
      {page.last_mode && modeWords[page.last_mode]}
      {page.mode_reason && `: ${page.mode_reason}`}
    </span>
  )
}

/** The reason for which a page was not read: a sentence, and what exactly happened. */
export function Why({ code, error }: { code: PageErrorCode | null; error: string | null }) {
  return (
    <span className="said" title={code ?? undefined}>
      {code && errorWords[code]}
      {code && error && ': '}
      {error}
    </span>
  )
}
