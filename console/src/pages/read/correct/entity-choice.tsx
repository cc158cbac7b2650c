import { Button, Group, Select, Stack } from '@mantine/core'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { EntityPicker } from '../../../shared/curation/entity-picker.tsx'
import { shorten } from '../../../shared/format/shorten.ts'
import type { PageText } from '../../../shared/service/types.ts'

export type Named = PageText['entities'][number]

/** One of the entities of the page, or any other of the graph. */
export function EntityChoice({
  label,
  entities,
  chosen,
  except,
  onChoose,
}: {
  label: string
  entities: Named[]
  chosen: Named | undefined
  except?: string
  onChoose: (entity: Named | undefined) => void
}) {
  const { domainId } = useParams({ from: '/signed-in/d/$domainId/p/$pageId' })
  const [isElsewhere, setIsElsewhere] = useState(false)
  const known = chosen && !entities.some(({ id }) => id === chosen.id) ? [chosen, ...entities] : entities
  if (isElsewhere) {
    return (
      <Stack gap="xs">
        <EntityPicker
          domainId={domainId}
          label={label}
          except={except ?? ''}
          onPick={(entity) => {
            onChoose(entity)
            setIsElsewhere(false)
          }}
        />
        <Button size="compact-sm" variant="default" onClick={() => setIsElsewhere(false)}>
          One of this page
        </Button>
      </Stack>
    )
  }
  return (
    <Group align="flex-end" gap="xs">
      <Select
        label={label}
        placeholder="A name"
        searchable
        style={{ flex: '1 1 220px' }}
        data={known.filter(({ id }) => id !== except).map(({ id, name }) => ({ value: id, label: shorten(name, 60) }))}
        value={chosen?.id ?? null}
        onChange={(id) => onChoose(known.find((one) => one.id === id))}
      />
      <Button variant="default" onClick={() => setIsElsewhere(true)}>
        Another one
      </Button>
    </Group>
  )
}
