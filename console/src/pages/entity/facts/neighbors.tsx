import { Anchor, Box, Skeleton, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { formatWords } from '../../../shared/format/format.ts'
import { kindHex } from '../../../shared/format/kinds.tsx'
import { Problem } from '../../../shared/page/problem.tsx'
import { polegraph } from '../../../shared/service/client.ts'
import type { Entity, GraphEdge, GraphNode } from '../../../shared/service/types.ts'
import classes from '../entity.module.css'

const shown = 12
const size = 340
const middle = size / 2
/** The distance from the middle. More than six neighbours stand on two circles, so that their names have room. */
const radius = 112
const radii = [128, 98] as const

/** The best connected neighbours in a circle, each a link to its page. */
export function Neighbors({ domainId, entity }: { domainId: string; entity: Entity }) {
  const found = useQuery({
    queryKey: ['d', domainId, 'entity', entity.id, 'neighbors'],
    queryFn: ({ signal }) => polegraph.entities.listNeighbors(domainId, entity.id, { limit: shown + 1 }, { signal }),
  })
  if (entity.relationship_count === 0) return null
  return (
    <Stack gap="xs" align="center" component="section" aria-label="Neighbours">
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
  const placed = nodes.map((node, at) => {
    const angle = (2 * Math.PI * at) / nodes.length - Math.PI / 2
    const far = nodes.length > 6 ? (radii[at % 2] as number) : radius
    const y = middle + far * Math.sin(angle)
    return { ...node, x: middle + far * Math.cos(angle), y, isAbove: Math.sin(angle) < -0.1 }
  })
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
      {placed.map(({ id, kind, name, x, y, isAbove }) => (
        <Link key={id} to="/d/$domainId/e/$entityId" params={{ domainId, entityId: id }}>
          <title>{`${name.slice(0, 300)}, ${typesOf(edges, id)}`}</title>
          <circle cx={x} cy={y} r={8} fill={kindHex(kind)} />
          {linesOf(name).map((line, at, { length }) => (
            <text key={line} x={x} y={isAbove ? y - 13 - (length - 1 - at) * 12 : y + 22 + at * 12} textAnchor="middle">
              {line}
            </text>
          ))}
        </Link>
      ))}
    </Box>
  )
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
