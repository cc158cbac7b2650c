import { Group, Skeleton, Stack, Text } from '@mantine/core'
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Empty } from '../../shared/lists/empty.tsx'
import { ShowMore } from '../../shared/lists/show-more.tsx'
import { AsCall } from '../../shared/page/as-call.tsx'
import { Problem } from '../../shared/page/problem.tsx'
import { ShownOnce } from '../../shared/page/shown-once.tsx'
import { polegraph } from '../../shared/service/client.ts'
import { useMayWrite } from '../../shared/service/session.ts'
import type { Domain } from '../../shared/service/types.ts'
import { NewWebhook } from './new-webhook.tsx'
import { WebhookCard } from './webhook-card.tsx'

/** Receivers of the events of the graph. */
export function WebhooksTab({ domain }: { domain: Domain }) {
  const mayWrite = useMayWrite()
  const queries = useQueryClient()
  const queryKey = ['d', domain.id, 'webhooks']
  const refresh = () => void queries.invalidateQueries({ queryKey })
  const [secret, setSecret] = useState<string | undefined>(undefined)
  const list = useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam, signal }) =>
      polegraph.webhooks.list(domain.id, { limit: 100, cursor: pageParam }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next_cursor }) => next_cursor ?? undefined,
  })
  const webhooks = list.data?.pages.flatMap((page) => page.webhooks)
  const made = (value: string) => {
    setSecret(value)
    refresh()
  }
  return (
    <Stack>
      <Group justify="space-between" align="flex-start" wrap="nowrap">
        {mayWrite ? (
          <NewWebhook domainId={domain.id} onMade={made} />
        ) : (
          <Text size="sm" c="dimmed">
            Editors and owners make and change webhooks.
          </Text>
        )}
        <AsCall call="webhooks.list" ids={[domain.id]} />
      </Group>
      {secret && (
        <ShownOnce title="The secret of the webhook" value={secret}>
          It is shown this once. The receiver checks with it that a delivery comes from here.
        </ShownOnce>
      )}
      {list.error && !list.data && <Problem error={list.error} onRetry={() => list.refetch()} />}
      {!webhooks && !list.error && <Skeleton h={120} />}
      {webhooks?.length === 0 && (
        <Empty title="No webhook yet">
          A webhook tells a program of yours what happens in the graph: each event is sent to its address, signed.
        </Empty>
      )}
      {webhooks?.map((webhook) => (
        <WebhookCard key={webhook.id} domainId={domain.id} webhook={webhook} onSecret={made} onChange={refresh} />
      ))}
      <ShowMore found={list} />
    </Stack>
  )
}
