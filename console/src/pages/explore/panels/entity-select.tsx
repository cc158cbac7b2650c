import { Group, Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Kind } from '../../../shared/format/kinds.tsx'
import { polegraph } from '../../../shared/service/client.ts'
import { useExplore } from '../use-explore.ts'

interface EntitySelectProps {
  label: string
  value: string | undefined
  onChange(id: string | undefined): void
}

/** A box that finds one entity by its name, typos included. */
export function EntitySelect({ label, value, onChange }: EntitySelectProps) {
  const { domainId, search } = useExplore()
  const at = search.as_of ? { as_of: search.as_of } : {}
  const [text, setText] = useState('')
  const [q] = useDebouncedValue(text.trim(), 200)
  const chosen = useQuery({
    queryKey: ['d', domainId, 'graph', 'entity', value, at],
    queryFn: ({ signal }) => polegraph.entities.get(domainId, value ?? '', at, { signal }),
    enabled: value !== undefined,
  })
  const found = useQuery({
    queryKey: ['d', domainId, 'graph', 'pick', q, at],
    queryFn: ({ signal }) =>
      polegraph.entities.list(domainId, q ? { q, limit: 8, ...at } : { sort: 'connections', limit: 8, ...at }, {
        signal,
      }),
    placeholderData: keepPreviousData,
  })
  const entities = found.data?.entities ?? []
  const known = new Map([...(chosen.data ? [chosen.data] : []), ...entities].map((one) => [one.id, one]))
  return (
    <Select
      label={label}
      placeholder="Type a name"
      searchable
      clearable
      value={value !== undefined && known.has(value) ? value : null}
      onChange={(id) => onChange(id ?? undefined)}
      onSearchChange={setText}
      data={[...known.values()].map(({ id, name }) => ({ value: id, label: name.slice(0, 200) }))}
      // The service has compared the names, and forgives typos.
      filter={({ options }) => options}
      nothingFoundMessage={found.isFetching ? 'Searching…' : 'Nothing sounds like this'}
      error={chosen.error ? 'This entity is not in the graph.' : undefined}
      renderOption={({ option }) => (
        <Group justify="space-between" wrap="nowrap" w="100%">
          <span className="one-line">{option.label}</span>
          <Kind kind={known.get(option.value)?.kind ?? ''} />
        </Group>
      )}
    />
  )
}
