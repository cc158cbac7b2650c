import { Alert, Card, Group, Stack, Text, Title } from '@mantine/core'
import { Away } from '../../shared/format/away.tsx'
import { formatCount, formatNumber } from '../../shared/format/format.ts'
import { formatRule } from '../../shared/forms/rule-fields.ts'
import type { GatePreview } from '../../shared/service/types.ts'

type Verdict = GatePreview['newly_kept'][number]

/** How many addresses of one rule are listed: nobody reads more. */
const mostOfRule = 100

/** Says what would become of the stored pages. */
export function Preview({ version, preview }: { version: number; preview: GatePreview }) {
  const { checked, kept, dropped, newly_kept, newly_dropped, truncated } = preview
  return (
    <Card withBorder component="section" aria-label={`Preview of version ${version}`}>
      <Stack gap="sm">
        <Title order={2} size="h4">
          Preview of version {version}
        </Title>
        {checked === 0 ? (
          <Text size="sm">No page is stored yet, so there is nothing to judge.</Text>
        ) : (
          <Text size="sm" className="number">
            {formatCount(checked, 'stored page')} judged: {formatNumber(kept)} kept, {formatNumber(dropped)} dropped.
          </Text>
        )}
        {truncated && (
          <Alert color="yellow" py="xs">
            There are more pages than one preview judges; these are the first.
          </Alert>
        )}
        {checked > 0 && newly_kept.length + newly_dropped.length === 0 && (
          <Text size="sm">Nothing changes: every page is kept or dropped as it is now.</Text>
        )}
        <Verdicts title="Newly kept" verdicts={newly_kept} />
        <Verdicts title="Newly dropped" verdicts={newly_dropped} />
      </Stack>
    </Card>
  )
}

function Verdicts({ title, verdicts }: { title: string; verdicts: Verdict[] }) {
  if (verdicts.length === 0) return null
  const byRule = [...Map.groupBy(verdicts, ({ rule }) => rule ?? 'no rule speaks against it')].sort(
    ([, a], [, b]) => b.length - a.length,
  )
  return (
    <Stack gap={6}>
      <Title order={3} size="h5">
        {title}: {formatNumber(verdicts.length)}
      </Title>
      {byRule.map(([rule, pages]) => (
        <details key={rule} open={byRule.length === 1}>
          <summary style={{ cursor: 'pointer' }}>
            <Group gap="xs" display="inline-flex">
              <Text size="sm" className="said">
                {formatRule(rule)}
              </Text>
              <Text size="sm" c="dimmed">
                {formatCount(pages.length, 'page')}
              </Text>
            </Group>
          </summary>
          <ul style={{ margin: '4px 0 8px' }}>
            {pages.slice(0, mostOfRule).map(({ page_id, url }) => (
              <li key={page_id}>
                <Text size="sm" component="span">
                  <Away href={url} />
                </Text>
              </li>
            ))}
          </ul>
          {pages.length > mostOfRule && (
            <Text size="sm" c="dimmed">
              and {formatNumber(pages.length - mostOfRule)} more
            </Text>
          )}
        </details>
      ))}
    </Stack>
  )
}
