import { Group, Skeleton, Stack, Text, TextInput, UnstyledButton } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formatCount } from '../format/format.ts'
import { Kind } from '../format/kinds.tsx'
import { SearchIcon } from '../page/icons.tsx'
import { Problem } from '../page/problem.tsx'
import { polegraph } from '../service/client.ts'
import type { Entity } from '../service/types.ts'
import classes from './curation.module.css'

/** Finds another entity by its name, however it is spelt. */
export function EntityPicker({
  domainId,
  label,
  except,
  onPick,
}: {
  domainId: string
  label: string
  except: string
  onPick: (entity: Entity) => void
}) {
  const [typed, setTyped] = useState('')
  const [q] = useDebouncedValue(typed.trim(), 200)
  const found = useQuery({
    queryKey: ['d', domainId, 'pick', q],
    queryFn: ({ signal }) => polegraph.entities.list(domainId, { q, limit: 8 }, { signal }),
    enabled: q !== '',
  })
  const entities = found.data?.entities.filter(({ id }) => id !== except)
  return (
    <Stack gap="xs">
      <TextInput
        label={label}
        placeholder="A name"
        leftSection={<SearchIcon size={16} />}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
        data-autofocus
      />
      {found.error && <Problem error={found.error} onRetry={() => found.refetch()} />}
      <Stack gap={0} mih={q ? 120 : 0} role="group" aria-label="Found">
        {q && found.isPending && <Skeleton h={36} />}
        {entities?.map((entity) => (
          <UnstyledButton key={entity.id} onClick={() => onPick(entity)} className={classes.found ?? ''}>
            <Group wrap="nowrap" justify="space-between" gap="xs">
              <Text size="sm" className="one-line">
                {entity.name}
              </Text>
              <Group gap="xs" wrap="nowrap" style={{ flexShrink: 0 }}>
                <Text size="xs" c="dimmed" visibleFrom="xs">
                  {formatCount(entity.relationship_count, 'relationship')}
                </Text>
                <Kind kind={entity.kind} />
              </Group>
            </Group>
          </UnstyledButton>
        ))}
        {entities?.length === 0 && (
          <Text size="sm" c="dimmed">
            Nothing with a name like that.
          </Text>
        )}
      </Stack>
    </Stack>
  )
}
