import { Badge, Button, Group, Stack, Table, Text } from '@mantine/core'
import { limits } from '@polegraph/contract/limits.ts'
import { formatNumber } from '../../shared/format/format.ts'
import { Time } from '../../shared/format/time.tsx'
import { useAction } from '../../shared/forms/use-action.tsx'
import { actions, ListTable } from '../../shared/lists/list-table.tsx'
import { Listed } from '../../shared/lists/listed.tsx'
import { useList } from '../../shared/lists/use-list.ts'
import { AsCall } from '../../shared/page/as-call.tsx'
import { toastDone, toastError } from '../../shared/page/toast.tsx'
import { polegraph } from '../../shared/service/client.ts'
import { useMayWrite } from '../../shared/service/session.ts'
import type { DeliveryAttempt } from '../../shared/service/types.ts'

export const deliveriesKey = (domainId: string, webhookId: string) => ['d', domainId, 'deliveries', webhookId]

const colors: Record<DeliveryAttempt['status'], string> = { delivered: 'green', failed: 'red', pending: 'gray' }

/** The last attempts to tell the receiver, newest first. */
export function Deliveries({ domainId, webhookId }: { domainId: string; webhookId: string }) {
  const mayWrite = useMayWrite()
  const list = useList({
    key: deliveriesKey(domainId, webhookId),
    page: (_, options) => polegraph.webhooks.listDeliveries(domainId, webhookId, options),
    items: ({ deliveries }) => deliveries,
    everyMs: () => 5_000,
  })
  const resend = useAction({
    call: (id: string) => polegraph.webhooks.resendDelivery(domainId, webhookId, id),
    onDone: ({ status, response_status, error: why }) =>
      status === 'delivered'
        ? toastDone(`Sent again: the receiver answered ${response_status}`)
        : toastError(new Error(why ?? `The receiver answered ${response_status}`)),
    onFailed: toastError,
    refreshes: deliveriesKey(domainId, webhookId),
  })
  const latest = new Set<string>()
  return (
    <Stack gap="xs">
      <Listed list={list} height={100} empty={<Text size="sm">Nothing was sent yet.</Text>}>
        {(deliveries) => (
          <>
            <Group justify="space-between">
              <Text size="sm" c="dimmed">
                The last {formatNumber(deliveries.length)} attempts. A delivery that fails is tried{' '}
                {limits.webhook_attempts} times.
              </Text>
              <AsCall call="webhooks.listDeliveries" ids={[domainId, webhookId]} />
            </Group>
            <ListTable minWidth={560} columns={['Event', 'Attempt', 'Result', 'When', actions]}>
              {deliveries.map((one) => {
                const isLatest = !latest.has(one.id)
                latest.add(one.id)
                return (
                  <Table.Tr key={`${one.id} ${one.attempt}`}>
                    <Table.Td>{one.event_type}</Table.Td>
                    <Table.Td className="number">{one.attempt}</Table.Td>
                    <Table.Td>
                      <Result attempt={one} />
                    </Table.Td>
                    <Table.Td style={{ whiteSpace: 'nowrap' }}>
                      {one.attempted_at ? <Time at={one.attempted_at} ago /> : 'soon'}
                    </Table.Td>
                    <Table.Td ta="right">
                      {mayWrite && isLatest && one.status !== 'pending' && (
                        <Button
                          size="compact-sm"
                          variant="default"
                          loading={resend.input === one.id}
                          onClick={() => resend.run(one.id)}
                        >
                          Send again
                        </Button>
                      )}
                    </Table.Td>
                  </Table.Tr>
                )
              })}
            </ListTable>
          </>
        )}
      </Listed>
    </Stack>
  )
}

function Result({ attempt }: { attempt: DeliveryAttempt }) {
  const { status, response_status, error, duration_ms } = attempt
  return (
    <Group gap="xs">
      <Badge color={colors[status]} variant="light" tt="none">
        {status}
      </Badge>
      <Text size="sm" className="said">
        {[response_status, error, duration_ms !== null && `${formatNumber(duration_ms)} ms`]
          .filter(Boolean)
          .join(' · ')}
      </Text>
    </Group>
  )
}
