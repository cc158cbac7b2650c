import { Anchor, Button, Group, Skeleton, Stack, Text, UnstyledButton } from '@mantine/core'
import { formatCount, formatWords } from '../../../shared/format/format.ts'
import { AsCall } from '../../../shared/page/as-call.tsx'
import { Problem } from '../../../shared/page/problem.tsx'
import type { GraphEdge, GraphNode } from '../../../shared/service/types.ts'
import { maxSteps, usePathQuery } from '../drawn/use-paths.ts'
import { useExplore } from '../use-explore.ts'
import { EntitySelect } from './entity-select.tsx'

/** How two entities hang together, in sentences; the chosen one is shown in the graph. */
export function PathPanel() {
  const { domainId, search, change } = useExplore()
  const { path_from: from, path_to: to } = search
  const { data, error, refetch, fields } = usePathQuery()
  const isAsked = from !== undefined && to !== undefined
  return (
    <Stack gap="sm">
      <EntitySelect label="From" value={from} onChange={(id) => change({ path_from: id, path_n: undefined })} />
      <EntitySelect label="To" value={to} onChange={(id) => change({ path_to: id, path_n: undefined })} />
      {(from || to) && (
        <Group justify="space-between">
          <Group gap="xs">
            <Button size="xs" variant="default" onClick={() => change({ path_from: to, path_to: from })}>
              Swap
            </Button>
            <Button
              size="xs"
              variant="default"
              onClick={() => change({ path_from: undefined, path_to: undefined, path_n: undefined })}
            >
              Clear
            </Button>
          </Group>
          {isAsked && <AsCall call="graph.findPaths" ids={[domainId]} fields={fields} />}
        </Group>
      )}
      {!isAsked && (
        <Text size="sm" c="dimmed">
          Choose two entities to see how they hang together, in at most {maxSteps} steps.
        </Text>
      )}
      {isAsked && from === to && <Text size="sm">These are one and the same. Choose another one.</Text>}
      {error && <Problem error={error} onRetry={() => refetch()} />}
      {isAsked && from !== to && !data && !error && <Skeleton h={120} animate={false} />}
      {isAsked && data && (
        <Text size="sm" fw={600} role="status">
          {data.paths.length === 0
            ? `There is no path within ${maxSteps} steps.`
            : `${data.truncated ? 'The first ' : ''}${formatCount(data.paths.length, 'path')}, the shortest first`}
        </Text>
      )}
      {isAsked && data && (
        <Stack component="ol" gap={4} m={0} p={0} style={{ listStyle: 'none' }} aria-label="Paths">
          {data.paths.map((path, at) => {
            const isShown = at === Math.min(search.path_n ?? 0, data.paths.length - 1)
            return (
              <li key={path.edges.map(({ id }) => id).join()}>
                <UnstyledButton
                  className="result"
                  aria-pressed={isShown}
                  onClick={() => change({ path_n: at || undefined, view: undefined })}
                >
                  <Sentence nodes={path.nodes} edges={path.edges} />
                </UnstyledButton>
              </li>
            )
          })}
        </Stack>
      )}
      {isAsked && data && data.paths.length > 0 && search.view && (
        <Anchor component="button" size="sm" ta="start" onClick={() => change({ view: undefined })}>
          Show it in the graph
        </Anchor>
      )}
    </Stack>
  )
}

/** `A – works for → B ← works for – C`. */
function Sentence({ nodes, edges }: { nodes: GraphNode[]; edges: GraphEdge[] }) {
  return (
    <Text size="sm" component="span">
      {nodes.map((node, at) => {
        const edge = edges[at]
        const words = edge && formatWords(edge.type)
        return (
          <span key={node.id}>
            <b className="said">{node.name.slice(0, 120)}</b>
            {edge && (
              <Text span c="dimmed" size="sm">
                {edge.from === node.id ? ` – ${words} → ` : ` ← ${words} – `}
              </Text>
            )}
          </span>
        )
      })}
    </Text>
  )
}
