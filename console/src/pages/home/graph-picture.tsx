import { Center, Text } from '@mantine/core'
import { useInViewport } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { kindHex } from '../../shared/format/kinds.tsx'
import { polegraph } from '../../shared/service/client.ts'
import { placeInPicture } from './place-in-picture.ts'

const [width, height] = [320, 150]
/** Enough to tell one graph from another, and cheap to ask for. */
const nodesMost = 40

/** A small picture of a graph: its best connected entities. It is asked for when it comes into sight. */
export function GraphPicture({ domainId, isEmpty }: { domainId: string; isEmpty: boolean }) {
  const { ref, inViewport } = useInViewport<HTMLDivElement>()
  const { data } = useQuery({
    queryKey: ['picture', domainId],
    queryFn: ({ signal }) => polegraph.graph.get(domainId, { limit: nodesMost }, { signal, retries: 0 }),
    enabled: inViewport && !isEmpty,
    staleTime: 5 * 60_000,
  })
  const places = data && placeInPicture(data, { width, height })
  return (
    <div ref={ref} style={{ aspectRatio: `${width} / ${height}` }}>
      {isEmpty && (
        <Center h="100%">
          <Text size="sm" c="dimmed">
            Nothing in it yet
          </Text>
        </Center>
      )}
      {data && places && (
        <svg
          viewBox={`0 0 ${width} ${height}`}
          width="100%"
          style={{ display: 'block' }}
          aria-hidden="true"
          focusable="false"
        >
          {data.edges.map(({ id, source, target }) => {
            const [from, to] = [places.get(source), places.get(target)]
            if (!from || !to) return null
            return (
              <line
                key={id}
                x1={from.x}
                y1={from.y}
                x2={to.x}
                y2={to.y}
                stroke="var(--mantine-color-dimmed)"
                strokeOpacity={0.4}
              />
            )
          })}
          {data.nodes.map(({ id, kind }) => {
            const at = places.get(id)
            return at && <circle key={id} cx={at.x} cy={at.y} r={at.radius} fill={kindHex(kind)} />
          })}
        </svg>
      )}
    </div>
  )
}
