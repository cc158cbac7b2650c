import { Button, Skeleton, Table, Text } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Time } from '../../shared/format/time.tsx'
import { ListTable } from '../../shared/lists/list-table.tsx'
import { Problem } from '../../shared/page/problem.tsx'
import { toastDone, toastError } from '../../shared/page/toast.tsx'
import { polegraph } from '../../shared/service/client.ts'
import { useIsOwner } from '../../shared/service/session.ts'

export function InvitesTable() {
  const isOwner = useIsOwner()
  const queries = useQueryClient()
  const { data, error, refetch } = useQuery({
    queryKey: ['invites'],
    queryFn: ({ signal }) => polegraph.invites.list({ limit: 100 }, { signal }),
  })
  const withdraw = useMutation({
    mutationFn: (id: string) => polegraph.invites.withdraw(id),
    onSuccess: () => {
      toastDone('The invite no longer works')
      void queries.invalidateQueries({ queryKey: ['invites'] })
    },
    onError: toastError,
  })
  if (error) return <Problem error={error} onRetry={() => refetch()} />
  if (!data) return <Skeleton h={60} />
  if (data.invites.length === 0) return <Text c="dimmed">None.</Text>
  return (
    <ListTable minWidth={420} columns={['Role', 'For', 'Made', 'Accepted']}>
      {data.invites.map(({ id, role, email, created_at, accepted_at }) => (
        <Table.Tr key={id}>
          <Table.Td>{role}</Table.Td>
          <Table.Td className="said">{email ?? 'anybody with the address'}</Table.Td>
          <Table.Td>
            <Time at={created_at} ago />
          </Table.Td>
          <Table.Td>
            {accepted_at && <Time at={accepted_at} ago />}
            {!accepted_at && !isOwner && 'not yet'}
            {!accepted_at && isOwner && (
              <Button size="compact-sm" variant="default" onClick={() => withdraw.mutate(id)}>
                Withdraw
              </Button>
            )}
          </Table.Td>
        </Table.Tr>
      ))}
    </ListTable>
  )
}
