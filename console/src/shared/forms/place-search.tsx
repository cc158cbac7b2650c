import { Combobox, Group, Loader, Text, TextInput, useCombobox } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { countryName } from '../format/format-where.ts'
import { explain } from '../page/problem.tsx'
import { polegraph } from '../service/client.ts'

export type Town = Awaited<ReturnType<typeof polegraph.places.find>>['places'][number]

/** Finds a town by its name, so that nobody has to know its coordinates. */
export function PlaceSearch({ onPick }: { onPick: (town: Town) => void }) {
  const [typed, setTyped] = useState('')
  const [q] = useDebouncedValue(typed.trim(), 200)
  const combobox = useCombobox()
  const found = useQuery({
    queryKey: ['places', q],
    queryFn: ({ signal }) => polegraph.places.find({ q }, { signal }),
    enabled: q !== '',
    staleTime: Number.POSITIVE_INFINITY,
  })
  const towns = found.data?.places ?? []
  // biome-ignore lint/correctness/useExhaustiveDependencies: of each list that comes, the first is meant
  useEffect(() => void combobox.selectFirstOption(), [found.data])
  const pick = (id: string) => {
    const town = towns.find((one) => one.place_id === id)
    if (!town) return
    setTyped('')
    combobox.closeDropdown()
    onPick(town)
  }
  return (
    <Combobox store={combobox} onOptionSubmit={pick}>
      <Combobox.Target>
        <TextInput
          label="Find a town"
          description="Fills in the fields below."
          placeholder="Rostock"
          value={typed}
          rightSection={found.isFetching && <Loader size={16} />}
          error={found.error ? explain(found.error).title : undefined}
          onChange={(event) => {
            setTyped(event.currentTarget.value)
            combobox.openDropdown()
          }}
          onBlur={() => combobox.closeDropdown()}
        />
      </Combobox.Target>
      <Combobox.Dropdown hidden={q === '' || !found.data}>
        <Combobox.Options aria-label="Towns">
          {towns.map((town) => (
            <Combobox.Option key={town.place_id} value={town.place_id}>
              <Group justify="space-between" wrap="nowrap" gap="xs">
                <span className="one-line">
                  {town.name}, {countryName(town.country)}
                </span>
                <Text span size="xs" c="dimmed" className="number" style={{ flexShrink: 0 }}>
                  {town.lat.toFixed(1)}, {town.lon.toFixed(1)}
                </Text>
              </Group>
            </Combobox.Option>
          ))}
          {towns.length === 0 && <Combobox.Empty>No town of that name</Combobox.Empty>}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  )
}
