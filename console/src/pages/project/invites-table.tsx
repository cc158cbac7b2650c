import { Button, Table, Text } from '@mantine/core'
import { Time } from '../../shared/format/time.tsx'
import { useAction } from '../../shared/forms/use-action.tsx'
import { ListTable } from '../../shared/lists/list-table.tsx'
import { Listed } from '../../shared/lists/listed.tsx'
import { useList } from '../../shared/lists/use-list.ts'
import { toastError } from '../../shared/page/toast.tsx'
import { polegraph } from '../../shared/service/client.ts'
import { useIsOwner } from '../../shared/service/session.ts'

export function InvitesTable() {
  const isOwner = useIsOwner()
  const list = useList({
    key: ['invites'],
    page: (from, options) => polegraph.invites.list({ limit: 100, ...from }, options),
    items: ({ invites }) => invites,
  })
  const withdraw = useAction({
    call: (id: string) => polegraph.invites.withdraw(id),
    says: 'The invite no longer works',
    refreshes: ['invites'],
    onFailed: toastError,
  })
  return (
    <Listed list={list} height={60} empty={<Text c="dimmed">None.</Text>}>
      {(invites) => (
        <ListTable minWidth={420} columns={['Role', 'For', 'Made', 'Accepted']}>
          {invites.map(({ id, role, email, created_at, accepted_at }) => (
            <Table.Tr key={id}>
              <Table.Td style={{ whiteSpace: 'nowrap' }}>{role}</Table.Td>
              <Table.Td className="said">{email ?? 'anybody with the address'}</Table.Td>
              <Table.Td>
                <Time at={created_at} ago />
              </Table.Td>
              <Table.Td>
                {accepted_at && <Time at={accepted_at} ago />}
                {!accepted_at && !isOwner && 'not yet'}
                {!accepted_at && isOwner && (
                  <Button size="compact-sm" variant="default" onClick={() => withdraw.run(id)}>
                    Withdraw
                  </Button>
                )}
              </Table.Td>
            </Table.Tr>
          ))}
        </ListTable>
      )}
    </Listed>
  )
}
