import { Button, Group, Stack, Text } from '@mantine/core'
import { limits } from '@polegraph/contract/limits.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { formatCount } from '../../shared/format/format.ts'
import { Confirm } from '../../shared/forms/confirm.tsx'
import { useAction } from '../../shared/forms/use-action.tsx'
import { AsCall } from '../../shared/page/as-call.tsx'
import { toastDone, toastError } from '../../shared/page/toast.tsx'
import { polegraph } from '../../shared/service/client.ts'
import { useIsOwner, useMayWrite } from '../../shared/service/session.ts'
import type { Domain } from '../../shared/service/types.ts'

/** Stops the graph for a while, or deletes it. */
export function EndTab({ domain }: { domain: Domain }) {
  const mayWrite = useMayWrite()
  const isOwner = useIsOwner()
  const { archived } = domain
  const change = useAction({
    call: (isBack: boolean) => (isBack ? polegraph.domains.unarchive(domain.id) : polegraph.domains.archive(domain.id)),
    onDone: (_, isBack) => {
      if (isBack) toastDone('The graph works again')
      else toastDone('The graph is archived', () => change.run(true))
    },
    refreshes: [],
    onFailed: toastError,
  })
  return (
    <Group justify="space-between" align="flex-start" wrap="nowrap">
      <Stack maw={640}>
        <Group justify="space-between" wrap="nowrap">
          <Text size="sm">
            {archived
              ? 'The graph is archived: nothing is crawled and nothing costs money. The data is there and can be read.'
              : 'Archive the graph: crawling, regular reading and spend stop. The data stays and can be read.'}
          </Text>
          {mayWrite && (
            <Button
              variant="default"
              loading={change.isRunning}
              onClick={() => change.run(archived)}
              style={{ flexShrink: 0 }}
            >
              {archived ? 'Unarchive' : 'Archive'}
            </Button>
          )}
        </Group>
        {isOwner ? (
          <Delete domain={domain} />
        ) : (
          <Text size="sm" c="dimmed">
            Owners of the project can delete the graph.
          </Text>
        )}
      </Stack>
      <AsCall call="domains.get" ids={[domain.id]} />
    </Group>
  )
}

function Delete({ domain }: { domain: Domain }) {
  const [asks, setAsks] = useState(false)
  const navigate = useNavigate()
  const queries = useQueryClient()
  const remove = useAction({
    call: () => polegraph.domains.delete(domain.id, { confirm: domain.name }),
    onDone: async () => {
      await navigate({ to: '/' })
      queries.removeQueries({ queryKey: ['d', domain.id] })
      void queries.invalidateQueries({ queryKey: ['domains'] })
      toastDone('The graph is deleted')
    },
  })
  return (
    <Group justify="space-between" wrap="nowrap">
      <Text size="sm">Delete the graph with everything in it. Nobody can undo that.</Text>
      <Button color="red" variant="outline" onClick={() => setAsks(true)} style={{ flexShrink: 0 }}>
        Delete…
      </Button>
      {asks && (
        <Confirm
          title="Delete the graph"
          action="Delete for good"
          name={domain.name}
          of={remove}
          onConfirm={() => remove.run()}
          onClose={() => setAsks(false)}
        >
          <Holds domainId={domain.id} />
        </Confirm>
      )}
    </Group>
  )
}

/** Counts what would be gone. */
function Holds({ domainId }: { domainId: string }) {
  const { data } = useQuery({
    queryKey: ['d', domainId, 'holds'],
    queryFn: async ({ signal }) => {
      const [{ scorecard }, { domains }] = await Promise.all([
        polegraph.domains.getScorecard(domainId, { signal }),
        polegraph.domains.list({ all: true, limit: limits.list_max }, { signal }),
      ])
      const { entities, relationships } = scorecard.metrics
      return { entities, relationships, pages: domains.find(({ id }) => id === domainId)?.page_count }
    },
  })
  const counted = data && [
    formatCount(data.entities, 'entity', 'entities'),
    formatCount(data.relationships, 'relationship'),
    ...(data.pages === undefined ? [] : [formatCount(data.pages, 'page')]),
  ]
  return (
    <>
      {counted ? counted.join(', ') : 'All entities, relationships and pages'}, with all quotes, corrections, history,
      webhooks and share links, are deleted for good.
    </>
  )
}
