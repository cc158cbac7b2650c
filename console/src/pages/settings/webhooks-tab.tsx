import { Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { Empty } from '../../shared/lists/empty.tsx'
import { Listed } from '../../shared/lists/listed.tsx'
import { useList } from '../../shared/lists/use-list.ts'
import { AsCall } from '../../shared/page/as-call.tsx'
import { ShownOnce } from '../../shared/page/shown-once.tsx'
import { polegraph } from '../../shared/service/client.ts'
import { useMayWrite } from '../../shared/service/session.ts'
import type { Domain } from '../../shared/service/types.ts'
import { NewWebhook } from './new-webhook.tsx'
import { WebhookCard } from './webhook-card.tsx'
import { webhooksKey } from './webhook-events.ts'

/** Receivers of the events of the graph. */
export function WebhooksTab({ domain }: { domain: Domain }) {
  const mayWrite = useMayWrite()
  const [secret, setSecret] = useState<string | undefined>(undefined)
  const list = useList({
    key: webhooksKey(domain.id),
    page: (from, options) => polegraph.webhooks.list(domain.id, { limit: 100, ...from }, options),
    items: ({ webhooks }) => webhooks,
  })
  return (
    <Stack>
      <Group justify="space-between" align="flex-start" wrap="nowrap">
        {mayWrite ? (
          <NewWebhook domainId={domain.id} onMade={setSecret} />
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
      <Listed
        list={list}
        height={120}
        empty={
          <Empty title="No webhook yet">
            A webhook tells a program of yours what happens in the graph: each event is sent to its address, signed.
          </Empty>
        }
      >
        {(webhooks) =>
          webhooks.map((webhook) => (
            <WebhookCard key={webhook.id} domainId={domain.id} webhook={webhook} onSecret={setSecret} />
          ))
        }
      </Listed>
    </Stack>
  )
}
