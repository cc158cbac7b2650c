import { Button, Group, Switch, Text } from '@mantine/core'
import { useState } from 'react'
import { formatCount, formatNumber, formatPercent, formatWords } from '../../../shared/format/format.ts'
import { CloseIcon } from '../../../shared/page/icons.tsx'
import { type ExploreSearch, filterNames, hasFilters, toggled, wordsOf } from '../../../views/explore-search.ts'
import { AsOfFilter, ConfidenceFilter, TimeFilter } from '../../../views/filters.tsx'
import { type Change, useExplore } from '../use-explore.ts'
import { useHits } from '../use-hits.ts'
import { ValuesFilter } from './values-filter.tsx'
import { WatchThese } from './watch-these.tsx'

/** The filters of all views. On a narrow window they fold into one button. */
export function FilterRow() {
  const { search, change } = useExplore()
  const [isOpen, setIsOpen] = useState(false)
  const count = filterNames.filter((name) => search[name] !== undefined).length
  return (
    <div className="filter-row">
      <Button
        hiddenFrom="sm"
        variant="default"
        style={{ flex: 1 }}
        aria-expanded={isOpen}
        onClick={() => setIsOpen(!isOpen)}
      >
        {count > 0 ? `Filters (${count})` : 'Filters'}
      </Button>
      <Group gap="xs" className="filters" data-open={isOpen || undefined} role="group" aria-label="Filters">
        <ValuesFilter
          label="Kind"
          name="kind"
          chosen={wordsOf(search.kind)}
          onToggle={(value) => change({ kind: toggled(search.kind, value) })}
        />
        <ValuesFilter
          label="Relationship"
          name="type"
          chosen={wordsOf(search.type)}
          onToggle={(value) => change({ type: toggled(search.type, value) })}
        />
        <ValuesFilter
          label="Site"
          name="host"
          chosen={search.host ? [search.host] : []}
          onToggle={(value) => change({ host: search.host === value ? undefined : value })}
        />
        <ConfidenceFilter value={search.min_confidence} onChange={(min_confidence) => change({ min_confidence })} />
        <TimeFilter key={`${search.from} ${search.to}`} from={search.from} to={search.to} onChange={change} />
        <AsOfFilter value={search.as_of} onChange={(as_of) => change({ as_of })} />
        <Chips search={search} change={change} />
        <LightUp />
        <WatchThese />
      </Group>
    </div>
  )
}

/** Whether filters leave out what does not pass them, or light up what does. */
function LightUp() {
  const { search, change } = useExplore()
  const hits = useHits()
  const isLit = search.lit === '1'
  if (!hasFilters(search) && !isLit) return null
  return (
    <>
      <Switch
        size="xs"
        label="Only light up"
        checked={isLit}
        onChange={({ currentTarget }) => change({ lit: currentTarget.checked ? '1' : undefined })}
      />
      {isLit && hits && (
        <Text size="xs" c="dimmed" role="status" className="number">
          {formatCount(hits.total, 'hit')}
          {hits.total > hits.ids.size && `, the first ${formatNumber(hits.ids.size)} lit up`}
        </Text>
      )}
    </>
  )
}

/** The filters that are set, each with a way to take it away. */
function Chips({ search, change }: { search: ExploreSearch; change: Change }) {
  if (!hasFilters(search)) return null
  const chips: [text: string, without: Partial<ExploreSearch>][] = [
    ...wordsOf(search.kind).map((kind) => chip(formatWords(kind), { kind: toggled(search.kind, kind) })),
    ...wordsOf(search.type).map((type) => chip(formatWords(type), { type: toggled(search.type, type) })),
    ...(search.host ? [chip(search.host, { host: undefined })] : []),
    ...(search.min_confidence
      ? [chip(`at least ${formatPercent(search.min_confidence)} sure`, { min_confidence: undefined })]
      : []),
    ...(search.from ? [chip(`from ${search.from}`, { from: undefined })] : []),
    ...(search.to ? [chip(`to ${search.to}`, { to: undefined })] : []),
    ...(search.as_of ? [chip(`as of ${search.as_of}`, { as_of: undefined })] : []),
  ]
  const none = Object.fromEntries(filterNames.map((name) => [name, undefined]))
  return (
    <>
      {chips.map(([text, without]) => (
        <Button
          key={text}
          size="xs"
          radius="xl"
          variant="default"
          bg="var(--mantine-color-default-hover)"
          aria-label={`Remove the filter ${text}`}
          rightSection={<CloseIcon size={12} />}
          onClick={() => change(without)}
        >
          <span className="one-line" style={{ maxWidth: '28ch' }}>
            {text}
          </span>
        </Button>
      ))}
      <Button size="compact-xs" variant="subtle" onClick={() => change(none)}>
        Clear filters
      </Button>
    </>
  )
}

const chip = (text: string, without: Partial<ExploreSearch>): [string, Partial<ExploreSearch>] => [text, without]
