import { Checkbox, ScrollArea, Skeleton, Stack, Text } from '@mantine/core'
import { formatNumber, formatWords } from '../../../shared/format/format.ts'
import { Problem } from '../../../shared/page/problem.tsx'
import { filtersOf } from '../../../views/explore-search.ts'
import { Filter } from '../../../views/filters.tsx'
import { useExplore } from '../use-explore.ts'
import { useFacet } from './facets.ts'

interface ValuesProps {
  label: string
  name: 'kind' | 'type' | 'host'
  chosen: string[]
  onToggle(value: string): void
}

/** Some of the values that there are, with how many entities have each. They are counted when the filter is opened. */
export function ValuesFilter(props: ValuesProps) {
  return (
    <Filter label={props.label} isSet={props.chosen.length > 0}>
      <Values {...props} />
    </Filter>
  )
}

function Values({ label, name, chosen, onToggle }: ValuesProps) {
  const { domainId, search } = useExplore()
  const { data, error, refetch } = useFacet(domainId, filtersOf(search), name)
  if (error && !data) return <Problem error={error} onRetry={() => refetch()} />
  if (!data) return <Skeleton h={100} aria-label="Counting" role="status" animate={false} />
  const counted = new Set(data.counts.map(({ value }) => value))
  const missing = chosen.filter((value) => !counted.has(value)).map((value) => ({ value, count: 0 }))
  const values = [...data.counts, ...missing]
  if (values.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        There is nothing to choose from.
      </Text>
    )
  }
  return (
    <ScrollArea.Autosize mah={320} type="auto" viewportProps={{ tabIndex: 0, 'aria-label': `${label}, values` }}>
      <Stack gap={6} p={2}>
        {values.map(({ value, count }) => (
          <Checkbox
            key={value}
            size="sm"
            checked={chosen.includes(value)}
            onChange={() => onToggle(value)}
            label={
              <>
                {/* Sites are written as they are, kinds and types as words. */}
                <span className="said">{name === 'host' ? value : formatWords(value)}</span>{' '}
                <Text span size="xs" c="dimmed" className="number">
                  {formatNumber(count)}
                </Text>
              </>
            }
          />
        ))}
      </Stack>
    </ScrollArea.Autosize>
  )
}
