import { Button, Menu } from '@mantine/core'
import { limits } from '@polegraph/contract/limits.ts'
import { formatNumber } from '../../../shared/format/format.ts'
import { type ExploreSearch, wordsOf } from '../../../views/explore-search.ts'
import { useExplore } from '../use-explore.ts'

/** So many neighbours are drawn without asking. */
export const fewNeighbours = 50

/** The entities of which the neighbours are drawn, and how many of them at most. */
export function opened(search: ExploreSearch): { id: string; limit: number }[] {
  return wordsOf(search.open).map((word) => {
    const [id = '', limit] = word.split('.')
    return { id, limit: Math.min(Math.max(Number(limit) || fewNeighbours, 1), limits.list_max) }
  })
}

export function writeOpened(open: { id: string; limit: number }[]): string | undefined {
  return open.map(({ id, limit }) => (limit === fewNeighbours ? id : `${id}.${limit}`)).join(',') || undefined
}

/** Draws the neighbours of an entity, or takes them away. Of a hub with hundreds it asks how many. */
export function ExpandControl({ entity }: { entity: { id: string; relationship_count: number } }) {
  const { search, change } = useExplore()
  const open = opened(search)
  const others = open.filter(({ id }) => id !== entity.id)
  const draw = (limit: number) => change({ open: writeOpened([...others, { id: entity.id, limit }]) })
  if (others.length < open.length) {
    return (
      <Button size="xs" variant="default" onClick={() => change({ open: writeOpened(others) })}>
        Take neighbours away
      </Button>
    )
  }
  if (entity.relationship_count === 0) return null
  if (entity.relationship_count <= fewNeighbours) {
    return (
      <Button size="xs" variant="default" onClick={() => draw(fewNeighbours)}>
        Draw neighbours
      </Button>
    )
  }
  const most = Math.min(entity.relationship_count, limits.list_max)
  return (
    <Menu withinPortal>
      <Menu.Target>
        <Button size="xs" variant="default">
          Draw neighbours…
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>This one has {formatNumber(entity.relationship_count)} relationships</Menu.Label>
        <Menu.Item onClick={() => draw(fewNeighbours)}>The {fewNeighbours} best connected</Menu.Item>
        <Menu.Item onClick={() => draw(most)}>Up to {formatNumber(most)}, which takes a moment</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
