import { Button, Menu } from '@mantine/core'
import { limits } from '@polegraph/contract/limits.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formatNumber, formatWords } from '../../../shared/format/format.ts'
import { polegraph } from '../../../shared/service/client.ts'
import { useExplore } from '../use-explore.ts'
import { fewNeighbours, type Opened, openedIn, writeOpened } from './opened.ts'
import { usePictureHistory } from './picture-history.tsx'

/** Draws the neighbours of an entity, all or those of one type, or takes them away. Of a hub with hundreds it asks how many. */
export function ExpandControl({ entity }: { entity: { id: string; name: string; relationship_count: number } }) {
  const { search } = useExplore()
  const { act } = usePictureHistory()
  const [isOpen, setIsOpen] = useState(false)
  const { id, relationship_count: count } = entity
  const others = openedIn(search).filter((one) => one.id !== id)
  const isOpened = others.length < openedIn(search).length
  const draw = (more: Omit<Opened, 'id'>) =>
    act(`Draw neighbours of ${entity.name}`, { open: writeOpened([...others, { id, ...more }]) })
  if (count === 0) return null
  const most = Math.min(count, limits.list_max)
  return (
    <>
      {isOpened && (
        <Button
          size="xs"
          variant="default"
          onClick={() => act(`Take neighbours of ${entity.name} away`, { open: writeOpened(others) })}
        >
          Take neighbours away
        </Button>
      )}
      <Menu withinPortal opened={isOpen} onChange={setIsOpen}>
        <Menu.Target>
          <Button size="xs" variant="default">
            Draw neighbours…
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Label>This one has {formatNumber(count)} relationships</Menu.Label>
          {count <= fewNeighbours ? (
            <Menu.Item onClick={() => draw({ limit: fewNeighbours, type: undefined })}>All of them</Menu.Item>
          ) : (
            <>
              <Menu.Item onClick={() => draw({ limit: fewNeighbours, type: undefined })}>
                The {fewNeighbours} best connected
              </Menu.Item>
              <Menu.Item onClick={() => draw({ limit: most, type: undefined })}>
                Up to {formatNumber(most)}, which takes a moment
              </Menu.Item>
            </>
          )}
          {isOpen && <Types entityId={id} onChoose={(type) => draw({ limit: most, type })} />}
        </Menu.Dropdown>
      </Menu>
    </>
  )
}

/** The types of the relationships of an entity, of which one can be drawn. */
function Types({ entityId, onChoose }: { entityId: string; onChoose(type: string): void }) {
  const { domainId, search } = useExplore()
  const fields = { limit: limits.list_max, ...(search.as_of && { as_of: search.as_of }) }
  const { data } = useQuery({
    queryKey: ['d', domainId, 'graph', 'entity', entityId, 'relationships', fields],
    queryFn: ({ signal }) => polegraph.entities.listRelationships(domainId, entityId, fields, { signal }),
  })
  const types = [...Map.groupBy(data?.relationships ?? [], ({ type }) => type)]
  if (types.length < 2) return null
  return (
    <>
      <Menu.Divider />
      <Menu.Label>By one type of relationship</Menu.Label>
      {types
        .toSorted(([, a], [, b]) => b.length - a.length)
        .map(([type, all]) => (
          <Menu.Item key={type} onClick={() => onChoose(type)}>
            {formatWords(type)} ({formatNumber(all.length)}
            {data?.next_cursor ? ' or more' : ''})
          </Menu.Item>
        ))}
    </>
  )
}
