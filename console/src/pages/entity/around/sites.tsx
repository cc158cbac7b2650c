import { Group, Stack, Text } from '@mantine/core'
import { formatCount } from '../../../shared/format/format.ts'
import { shorten } from '../../../shared/format/shorten.ts'
import type { Explanation } from '../../../shared/service/types.ts'
import { FirstRows } from '../first-rows.tsx'
import { Section } from '../section.tsx'

const first = 6

/** The sites that speak of a thing, those with the most quotes first. */
export function Sites({ explained }: { explained: Explanation | undefined }) {
  if (!explained || explained.pages.length === 0) return null
  const sites = [...Map.groupBy(explained.pages, ({ host }) => host)]
    .map(([host, pages]) => ({
      host,
      pages: pages.length,
      quotes: pages.reduce((sum, { quotes }) => sum + quotes.length, 0),
    }))
    .sort((a, b) => b.quotes - a.quotes || a.host.localeCompare(b.host))
  return (
    <Section name="sites" title="Sites" count={sites.length}>
      <Stack gap={4}>
        <FirstRows rows={sites} {...{ first, what: 'sites' }}>
          {(rows) =>
            rows.map(({ host, pages, quotes }) => (
              <Group key={host} justify="space-between" gap="xs" wrap="nowrap">
                <Text size="sm" className="said" miw={0}>
                  {shorten(host, 60)}
                </Text>
                <Text size="xs" c="dimmed" className="number" style={{ whiteSpace: 'nowrap' }}>
                  {formatCount(pages, 'page')}, {formatCount(quotes, 'quote')}
                </Text>
              </Group>
            ))
          }
        </FirstRows>
      </Stack>
    </Section>
  )
}
