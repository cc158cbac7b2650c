import { Button, Chip, Group } from '@mantine/core'
import { useRef } from 'react'
import { formatWords } from '../../shared/format/format.ts'
import { toggled, wordsOf } from '../../views/explore-search.ts'
import { TimeFilter } from '../../views/filters.tsx'
import { useShare } from './use-share.ts'

/** Kinds and times. How many have each value is not public, so the kinds are those that were seen. */
export function SharedFilters({ kinds }: { kinds: string[] }) {
  const { search, change } = useShare()
  const seen = useRef(new Set<string>()).current
  const chosen = wordsOf(search.kind)
  for (const kind of [...kinds, ...chosen]) seen.add(kind)
  const isSet = chosen.length > 0 || search.from !== undefined || search.to !== undefined
  return (
    <Group gap="xs" px="md" pb="sm" role="group" aria-label="Filters">
      {[...seen].toSorted().map((kind) => (
        <Chip
          key={kind}
          size="xs"
          checked={chosen.includes(kind)}
          onChange={() => change({ kind: toggled(search.kind, kind) })}
        >
          {formatWords(kind)}
        </Chip>
      ))}
      <TimeFilter
        key={`${search.from} ${search.to}`}
        from={search.from}
        to={search.to}
        onChange={(span) => change(span)}
      />
      {isSet && (
        <Button
          size="compact-xs"
          variant="subtle"
          onClick={() => change({ kind: undefined, from: undefined, to: undefined })}
        >
          Clear filters
        </Button>
      )}
    </Group>
  )
}
