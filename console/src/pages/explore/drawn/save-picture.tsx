import { Button, Menu } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { toastError } from '../../../shared/page/toast.tsx'
import { domainQuery } from '../../../shared/service/domain.ts'
import type { GraphDrawing } from '../../../views/graph/draw/graph-drawing.ts'
import { sceneToSvg } from '../../../views/graph/draw/scene.ts'
import type { DrawnGraph } from '../../../views/graph/graph-shape.ts'
import { entitiesCsv, relationshipsCsv, savePng, saveText, shownJson } from '../../../views/graph/save/save-files.ts'
import { useExplore } from '../use-explore.ts'

/** What is seen, as a picture or as data. */
export function SavePicture({ drawing, graph }: { drawing: GraphDrawing; graph: DrawnGraph }) {
  const { domainId } = useExplore()
  const { data: domain } = useQuery(domainQuery(domainId))
  const name = `${fileName(domain?.name ?? '')}-${new Date().toISOString().slice(0, 10)}`
  const svg = () => sceneToSvg(drawing.scene(), drawing.legend())
  const items: [label: string, save: () => Promise<void> | void][] = [
    ['Picture as PNG', () => savePng(`${name}.png`, svg())],
    ['Drawing as SVG', () => saveText(`${name}.svg`, 'image/svg+xml', svg())],
    ['Entities as CSV', () => saveText(`${name}-entities.csv`, 'text/csv', entitiesCsv(graph))],
    ['Relationships as CSV', () => saveText(`${name}-relationships.csv`, 'text/csv', relationshipsCsv(graph))],
    ['Both as JSON', () => saveText(`${name}.json`, 'application/json', shownJson(graph, drawing.places()))],
  ]
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <Button size="xs" variant="default">
          Save as…
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>What is seen now</Menu.Label>
        {items.map(([label, save]) => (
          <Menu.Item key={label} onClick={() => void Promise.resolve(save()).catch(toastError)}>
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

/** The name of the graph as the name of a file. */
const fileName = (name: string) =>
  name
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^-|-$/g, '')
    .slice(0, 60) || 'graph'
