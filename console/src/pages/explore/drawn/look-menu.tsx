import { Button, NativeSelect, Popover, Stack, Switch } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { formatWords } from '../../../shared/format/format.ts'
import { domainQuery } from '../../../shared/service/domain.ts'
import { useExplore } from '../use-explore.ts'
import { usePictureHistory } from './picture-history.tsx'
import type { DrawnLevel } from './use-drawn-graph.ts'

/** What colours and sizes mean, whether groups have a ground, and a new layout. */
export function LookMenu({ level, onLayOut }: { level: DrawnLevel | undefined; onLayOut(): void }) {
  const { domainId, search } = useExplore()
  const { act } = usePictureHistory()
  const { data: domain } = useQuery(domainQuery(domainId))
  const attributes = (domain?.attributes ?? []).map(({ key }) => ({ value: key, label: formatWords(key) }))
  return (
    <Popover position="bottom-end" shadow="md" width={260} trapFocus>
      <Popover.Target>
        <Button size="xs" variant="default">
          Look
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label="Look">
        <Stack gap="sm">
          {level !== 'groups' && (
            <>
              <NativeSelect
                label="Colour by"
                value={search.color ?? 'kind'}
                data={[{ value: 'kind', label: 'Kind' }, { value: 'group', label: 'Group' }, ...attributes]}
                onChange={({ currentTarget: { value } }) =>
                  act('Change the colours', { color: value === 'kind' ? undefined : value })
                }
              />
              <NativeSelect
                label="Size by"
                value={search.size ?? 'connections'}
                data={[
                  { value: 'connections', label: 'Connections' },
                  { value: 'same', label: 'All the same' },
                  ...attributes,
                ]}
                onChange={({ currentTarget: { value } }) =>
                  act('Change the sizes', { size: value === 'connections' ? undefined : value })
                }
              />
              <Switch
                label="Ground below groups"
                checked={!search.plain}
                onChange={({ currentTarget: { checked } }) =>
                  act('Change the ground', { plain: checked ? undefined : '1' })
                }
              />
            </>
          )}
          <Button size="xs" variant="default" onClick={onLayOut}>
            Lay out anew
          </Button>
        </Stack>
      </Popover.Dropdown>
    </Popover>
  )
}
