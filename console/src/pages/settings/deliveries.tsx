import { Badge, Button, Group, Skeleton, Stack, Table, Text } from '@mantine/core'
import { limits } from '@polegraph/contract/limits.ts'
import { useMutation, useQuery } from '@tanstack/react-query'
import { formatNumber } from '../../shared/format/format.ts'
import { Time } from '../../shared/format/time.tsx'
import { actions, ListTable } from '../../shared/lists/list-table.tsx'
import { AsCall } from '../../shared/page/as-call.tsx'
import { Problem } from '../../shared/page/problem.tsx'
import { toastDone, toastError } from '../../shared/page/toast.tsx'
import { polegraph } from '../../shared/service/client.ts'
import { useMayWrite } from '../../shared/service/session.ts'
import type { DeliveryAttempt } from '../../shared/service/types.ts'

export const deliveriesKey = (domainId: string, webhookId: string) => ['d', domainId, 'deliveries', webhookId]

const colors: Record<DeliveryAttempt['status'], string> = { delivered: 'green', failed: 'red', pending: 'gray' }

/** The last attempts to tell the receiver, newest first. */
export function Deliveries({ domainId, webhookId }: { domainId: string; webhookId: string }) {
  const mayWrite = useMayWrite()
  const { data, error, refetch } = useQuery({
    queryKey: deliveriesKey(domainId, webhookId),
    queryFn: ({ signal }) => polegraph.webhooks.listDeliveries(domainId, webhookId, { signal }),
    refetchInterval: 5_000,
  })
  const resend = useMutation({
    mutationFn: (id: string) => polegraph.webhooks.resendDelivery(domainId, webhookId, id),
    onSuccess: ({ status, response_status, error: why }) =>
      status === 'delivered'
        ? toastDone(`Sent again: the receiver answered ${response_status}`)
        : toastError(new Error(why ?? `The receiver answered ${response_status}`)),
    onError: toastError,
    onSettled: () => refetch(),
  })
  if (error && !data) return <Problem error={error} onRetry={() => refetch()} />
  if (!data) return <Skeleton h={100} />
  if (data.deliveries.length === 0) return <Text size="sm">Nothing was sent yet.</Text>
  const latest = new Set<string>()
  return (
    <Stack gap="xs">
      <Group justify="space-between">
        <Text size="sm" c="dimmed">
          The last {formatNumber(data.deliveries.length)} attempts. A delivery that fails is tried{' '}
          {limits.webhook_attempts} times.
        </Text>
        <AsCall call="webhooks.listDeliveries" ids={[domainId, webhookId]} />
      </Group>
      <ListTable minWidth={560} columns={['Event', 'Attempt', 'Result', 'When', actions]}>
        {data.deliveries.map((one) => {
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
                    loading={resend.isPending && resend.variables === one.id}
                    onClick={() => resend.mutate(one.id)}
                  >
                    Send again
                  </Button>
                )}
              </Table.Td>
            </Table.Tr>
          )
        })}
      </ListTable>
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
