import { Anchor, Box, Skeleton, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import { formatWords } from '../../../shared/format/format.ts'
import { kindHex } from '../../../shared/format/kinds.tsx'
import { Problem } from '../../../shared/page/problem.tsx'
import { polegraph } from '../../../shared/service/client.ts'
import type { Entity, GraphEdge, GraphNode } from '../../../shared/service/types.ts'
import { type LabelWish, placeLabels } from '../../../views/graph/draw/place-labels.ts'
import classes from '../entity.module.css'

const shown = 12
const size = 340
const middle = size / 2
/** The distance from the middle. More than six neighbours stand on two circles, so that their names have room. */
const radius = 112
const radii = [128, 98] as const
/** Of a neighbour, of its name, and what a letter of it takes at most, usually. */
const dot = 8
const lineHeight = 12
const letter = 6.4

/** The best connected neighbours in a circle, each a link to its page. */
export function Neighbors({ domainId, entity }: { domainId: string; entity: Entity }) {
  const found = useQuery({
    queryKey: ['d', domainId, 'entity', entity.id, 'neighbors'],
    queryFn: ({ signal }) => polegraph.entities.listNeighbors(domainId, entity.id, { limit: shown + 1 }, { signal }),
  })
  if (entity.relationship_count === 0) return null
  return (
    <Stack gap="xs" align="center" component="section" aria-label="Neighbours">
      <Title order={2} size="h5" style={{ alignSelf: 'flex-start' }}>
        Neighbours
      </Title>
      {found.error && <Problem error={found.error} onRetry={() => found.refetch()} />}
      {found.isPending && <Skeleton circle h={size - 60} w={size - 60} />}
      {found.data && (
        <Circle
          domainId={domainId}
          entity={entity}
          nodes={found.data.nodes.filter(({ id }) => id !== entity.id).slice(0, shown)}
          edges={found.data.edges}
        />
      )}
      <Text size="sm" c="dimmed" ta="center">
        {found.data?.truncated && `The ${shown} best connected. `}
        <Anchor
          size="sm"
          underline="always"
          renderRoot={(props) => (
            <Link {...props} to="/d/$domainId" params={{ domainId }} search={{ at: entity.id, open: entity.id }} />
          )}
        >
          Open in the graph
        </Anchor>
      </Text>
    </Stack>
  )
}

function Circle({
  domainId,
  entity,
  nodes,
  edges,
}: {
  domainId: string
  entity: Entity
  nodes: GraphNode[]
  edges: GraphEdge[]
}) {
  const placed = useMemo(() => placeAround(nodes), [nodes])
  return (
    <Box
      component="svg"
      className={classes.neighbors}
      viewBox={`0 0 ${size} ${size}`}
      w="100%"
      maw={size}
      role="group"
      aria-label="The entity and its neighbours"
    >
      {placed.map(({ id, x, y }) => (
        <line key={id} x1={middle} y1={middle} x2={x} y2={y} />
      ))}
      <circle cx={middle} cy={middle} r={12} fill={kindHex(entity.kind)} />
      {placed.map(({ id, kind, name, x, y, written }) => (
        <Link key={id} to="/d/$domainId/e/$entityId" params={{ domainId, entityId: id }}>
          <title>{`${name.slice(0, 300)}, ${typesOf(edges, id)}`}</title>
          <circle cx={x} cy={y} r={dot} fill={kindHex(kind)} />
          {written?.map((line) => (
            <text key={line.y} x={line.x} y={line.y} textAnchor="middle">
              {line.text}
            </text>
          ))}
        </Link>
      ))}
    </Box>
  )
}

interface Placed extends GraphNode {
  x: number
  y: number
  /** The lines of its name, where they stand. */
  written: { text: string; x: number; y: number }[] | undefined
}

/** Neighbours around the middle, with their names where none lies over another. */
function placeAround(nodes: GraphNode[]): Placed[] {
  const around = nodes.map((node, at) => {
    const angle = (2 * Math.PI * at) / nodes.length - Math.PI / 2
    const far = nodes.length > 6 ? (radii[at % 2] as number) : radius
    return { ...node, x: middle + far * Math.cos(angle), y: middle + far * Math.sin(angle) }
  })
  const wishes = around.map(({ id, name, x, y }): LabelWish => {
    const lines = linesOf(name)
    const width = letter * Math.max(...lines.map((line) => line.length))
    return { text: id, x, y, radius: dot, width, height: lineHeight * lines.length, weight: 0, isNeeded: true }
  })
  const dots = [...around, { x: middle, y: middle }]
  const labels = placeLabels(
    wishes,
    dots.map(({ x, y }) => [x - dot, y - dot, x + dot, y + dot]),
    { width: size, height: size },
  )
  const boxes = new Map(labels.map(({ text, box }) => [text, box]))
  return around.map((node) => {
    const box = boxes.get(node.id)
    const written =
      box &&
      linesOf(node.name).map((text, at) => ({ text, x: (box[0] + box[2]) / 2, y: box[1] + lineHeight * (at + 0.8) }))
    return { ...node, written }
  })
}

/** How a neighbour is related, in words. */
function typesOf(edges: GraphEdge[], id: string): string {
  const types = edges.filter(({ from, to }) => from === id || to === id).map(({ type }) => formatWords(type))
  return [...new Set(types)].join(', ')
}

const lineMost = 16
const short = (text: string) => (text.length > lineMost ? `${text.slice(0, lineMost - 1)}…` : text)

/** A name in at most two lines. */
function linesOf(name: string): string[] {
  if (name.length <= lineMost) return [name]
  const space = name.lastIndexOf(' ', lineMost)
  return space < 0 ? [short(name)] : [name.slice(0, space), short(name.slice(space + 1))]
}
