import { ColorSwatch, Group, Progress, Text, VisuallyHidden } from '@mantine/core'
import type { Run } from '@polegraph/sdk/contract-types.ts'
import { formatNumber } from '../../../shared/format/format.ts'
import { counters, counterTitles } from '../words.ts'

/** The pages of a run by what became of them, and those that wait. */
export function RunBar({ run }: { run: Run }) {
  const total = Math.max(run.pages_total, run.pages_done)
  const waiting = total - run.pages_done
  const parts = counters.map(([name, word, color]) => ({ name, word, color, count: run[name] }))
  return (
    <div>
      <Progress.Root size={22} radius="sm" aria-hidden>
        {parts.map(({ name, color, count }) => (
          <Progress.Section
            key={name}
            value={total > 0 ? (100 * count) / total : 0}
            color={inTheme(color)}
            withAria={false}
            title={counterTitles[name]}
          />
        ))}
      </Progress.Root>
      <Group gap="md" mt="xs" component="ul" p={0} style={{ listStyle: 'none' }}>
        {parts.map(({ name, word, color, count }) => (
          <Count key={name} word={word} color={inTheme(color)} count={count} why={counterTitles[name]} />
        ))}
        <Count word="Waiting" color="var(--mantine-color-default-border)" count={waiting} why="Queued pages" />
      </Group>
    </div>
  )
}

/** The same shade in the bar and beside its words: a name alone is another one in each. */
const inTheme = (color: string) => `var(--mantine-color-${color}-filled)`

function Count({ word, color, count, why }: { word: string; color: string; count: number; why: string }) {
  return (
    <Group component="li" gap={6} wrap="nowrap" title={why}>
      <ColorSwatch color={color} size={10} withShadow={false} aria-hidden />
      <Text size="sm" c={count === 0 ? 'dimmed' : undefined}>
        {word}{' '}
        <Text span fw={600} className="number">
          {formatNumber(count)}
        </Text>
        <VisuallyHidden>{count === 1 ? ' page' : ' pages'}</VisuallyHidden>
      </Text>
    </Group>
  )
}
