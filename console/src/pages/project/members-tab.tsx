import { Button, Checkbox, Group, Menu, Select, Skeleton, Stack, Table, Text, TextInput, Title } from '@mantine/core'
import { limits } from '@polegraph/contract/limits.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Time } from '../../shared/format/time.tsx'
import { Confirm } from '../../shared/forms/confirm.tsx'
import { actions, ListTable } from '../../shared/lists/list-table.tsx'
import { AsCall } from '../../shared/page/as-call.tsx'
import { Problem } from '../../shared/page/problem.tsx'
import { ShownOnce } from '../../shared/page/shown-once.tsx'
import { toastDone, toastError } from '../../shared/page/toast.tsx'
import { base, polegraph } from '../../shared/service/client.ts'
import { sessionQuery, useIsOwner } from '../../shared/service/session.ts'
import type { Role } from '../../shared/service/types.ts'
import { InvitesTable } from './invites-table.tsx'

const roles: { value: Role; label: string }[] = [
  { value: 'viewer', label: 'viewer: reads' },
  { value: 'editor', label: 'editor: builds and changes graphs' },
  { value: 'owner', label: 'owner: everything' },
]

export function MembersTab() {
  const isOwner = useIsOwner()
  const [link, setLink] = useState<{ title: string; value: string; text: string } | undefined>(undefined)
  const { data: session } = useQuery(sessionQuery)
  const queries = useQueryClient()
  const { data, error, refetch } = useQuery({
    queryKey: ['members'],
    queryFn: ({ signal }) => polegraph.members.list({ limit: limits.list_max }, { signal }),
  })
  const refresh = () => queries.invalidateQueries({ queryKey: ['members'] })
  const change = useMutation({
    mutationFn: ({ id, role }: { id: string; role: Role }) => polegraph.members.change(id, { role }),
    onSuccess: () => {
      toastDone('The role was changed')
      void refresh()
    },
    onError: toastError,
  })
  const reset = useMutation({
    mutationFn: ({ id }: { id: string; name: string }) => polegraph.resets.create(id),
    onSuccess: ({ token }, { name }) =>
      setLink({
        title: `A link for ${name} to set a new password`,
        value: `${base}/reset/${token}`,
        text: 'Hand it on yourself. It works once, and is shown this once.',
      }),
    onError: toastError,
  })
  const [leaving, setLeaving] = useState<{ id: string; name: string } | undefined>(undefined)
  if (error) return <Problem error={error} onRetry={() => refetch()} />
  return (
    <Stack>
      <Group justify="space-between" align="flex-end">
        {isOwner ? (
          <Invite
            onMade={(token) =>
              setLink({
                title: 'The invite',
                value: `${base}/invite/${token}`,
                text: `Send this address to the person. It works once, within ${limits.invite_days} days, and is shown this once.`,
              })
            }
          />
        ) : (
          <Text size="sm" c="dimmed">
            Owners invite people and change their roles.
          </Text>
        )}
        <AsCall call="members.list" ids={[]} />
      </Group>
      {link && (
        <ShownOnce title={link.title} value={link.value}>
          {link.text}
        </ShownOnce>
      )}
      {!data && <Skeleton h={120} />}
      {data && (
        <ListTable minWidth={520} columns={['Name', 'Email', 'Role', 'Since', actions]}>
          {data.members.map(({ id, name, email, role, created_at }) => (
            <Table.Tr key={id}>
              <Table.Td className="said">{name}</Table.Td>
              <Table.Td className="said">{email}</Table.Td>
              <Table.Td>
                {isOwner ? (
                  <Select
                    aria-label={`Role of ${name}`}
                    size="xs"
                    w={130}
                    allowDeselect={false}
                    data={roles.map(({ value }) => value)}
                    value={role}
                    onChange={(value) => value && value !== role && change.mutate({ id, role: value as Role })}
                  />
                ) : (
                  role
                )}
              </Table.Td>
              <Table.Td>
                <Time at={created_at} ago />
              </Table.Td>
              <Table.Td ta="right">
                {isOwner && (
                  <Menu position="bottom-end" withinPortal>
                    <Menu.Target>
                      <Button size="compact-sm" variant="default" aria-label={`Change the member ${name}`}>
                        Change
                      </Button>
                    </Menu.Target>
                    <Menu.Dropdown>
                      {id !== session?.user.id && (
                        <Menu.Item onClick={() => reset.mutate({ id, name })}>Link to set a new password</Menu.Item>
                      )}
                      <Menu.Item color="red" onClick={() => setLeaving({ id, name })}>
                        Remove…
                      </Menu.Item>
                    </Menu.Dropdown>
                  </Menu>
                )}
              </Table.Td>
            </Table.Tr>
          ))}
        </ListTable>
      )}
      <Title order={2} size="h4" mt="md">
        Invites
      </Title>
      <InvitesTable />
      {leaving && (
        <RemoveMember
          {...leaving}
          onClose={() => setLeaving(undefined)}
          onDone={() => {
            setLeaving(undefined)
            void refresh()
          }}
        />
      )}
    </Stack>
  )
}

function RemoveMember(props: { id: string; name: string; onClose: () => void; onDone: () => void }) {
  const [revokes, setRevokes] = useState(false)
  const remove = useMutation({
    mutationFn: () => polegraph.members.remove(props.id, { revoke_keys: revokes }),
    onSuccess: () => {
      toastDone(`${props.name} was removed${revokes ? ', with the keys that they made' : ''}`)
      props.onDone()
    },
  })
  return (
    <Confirm
      opened
      title="Remove a member"
      action="Remove"
      isPending={remove.isPending}
      error={remove.error}
      onConfirm={() => remove.mutate()}
      onClose={props.onClose}
    >
      <Stack gap="xs">
        <span>
          <strong className="said">{props.name}</strong> is signed out of this project at once. What they did stays.
        </span>
        <Checkbox
          label="Revoke the keys that they made, too"
          checked={revokes}
          onChange={(event) => setRevokes(event.currentTarget.checked)}
        />
      </Stack>
    </Confirm>
  )
}

function Invite({ onMade }: { onMade: (token: string) => void }) {
  const [role, setRole] = useState<Role>('editor')
  const [email, setEmail] = useState('')
  const queries = useQueryClient()
  const create = useMutation({
    mutationFn: () => polegraph.invites.create({ role, ...(email && { email }) }),
    onSuccess: ({ token }) => {
      setEmail('')
      onMade(token)
      void queries.invalidateQueries({ queryKey: ['invites'] })
    },
  })
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        create.mutate()
      }}
    >
      <Group align="flex-end" gap="xs">
        <Select
          label="Role"
          w={260}
          allowDeselect={false}
          data={roles}
          value={role}
          onChange={(value) => setRole((value as Role | null) ?? 'editor')}
        />
        <TextInput
          label="Only for this email"
          placeholder="anybody with the address"
          type="email"
          value={email}
          onChange={(event) => setEmail(event.currentTarget.value)}
        />
        <Button type="submit" loading={create.isPending}>
          Invite
        </Button>
      </Group>
      {create.error && <Problem error={create.error} />}
    </form>
  )
}
