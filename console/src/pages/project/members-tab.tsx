import { Button, Checkbox, Group, Menu, Select, Stack, Table, Text, TextInput, Title } from '@mantine/core'
import { limits } from '@polegraph/contract/limits.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Time } from '../../shared/format/time.tsx'
import { Confirm } from '../../shared/forms/confirm.tsx'
import { Form } from '../../shared/forms/form.tsx'
import { useAction } from '../../shared/forms/use-action.tsx'
import { actions, ListTable } from '../../shared/lists/list-table.tsx'
import { Listed } from '../../shared/lists/listed.tsx'
import { useList } from '../../shared/lists/use-list.ts'
import { AsCall } from '../../shared/page/as-call.tsx'
import { ShownOnce } from '../../shared/page/shown-once.tsx'
import { toastError } from '../../shared/page/toast.tsx'
import { base, polegraph } from '../../shared/service/client.ts'
import { sessionQuery, useIsOwner } from '../../shared/service/session.ts'
import type { Member, Role } from '../../shared/service/types.ts'
import { InvitesTable } from './invites-table.tsx'

const roles: { value: Role; label: string }[] = [
  { value: 'viewer', label: 'viewer: reads' },
  { value: 'editor', label: 'editor: builds and changes graphs' },
  { value: 'owner', label: 'owner: everything' },
]

export function MembersTab() {
  const isOwner = useIsOwner()
  const [link, setLink] = useState<{ title: string; value: string; text: string } | undefined>(undefined)
  const list = useList({
    key: ['members'],
    page: (from, options) => polegraph.members.list({ limit: limits.list_max, ...from }, options),
    items: ({ members }) => members,
  })
  const reset = useAction({
    call: ({ id }: Member) => polegraph.resets.create(id),
    onDone: ({ token }, { name }) =>
      setLink({
        title: `A link for ${name} to set a new password`,
        value: `${base}/reset/${token}`,
        text: 'Hand it on yourself. It works once, and is shown this once.',
      }),
    onFailed: toastError,
  })
  const [leaving, setLeaving] = useState<Member | undefined>(undefined)
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
      <Listed list={list} height={120}>
        {(members) => (
          <ListTable minWidth={520} columns={['Name', 'Email', 'Role', 'Since', actions]}>
            {members.map((member) => (
              <MemberRow
                key={member.id}
                member={member}
                onReset={() => reset.run(member)}
                onRemove={() => setLeaving(member)}
              />
            ))}
          </ListTable>
        )}
      </Listed>
      <Title order={2} size="h4" mt="md">
        Invites
      </Title>
      <InvitesTable />
      {leaving && <RemoveMember {...leaving} onClose={() => setLeaving(undefined)} />}
    </Stack>
  )
}

function MemberRow({ member, onReset, onRemove }: { member: Member; onReset: () => void; onRemove: () => void }) {
  const { id, name, email, role, created_at } = member
  const isOwner = useIsOwner()
  const { data: session } = useQuery(sessionQuery)
  const change = useAction({
    call: (next: Role) => polegraph.members.change(id, { role: next }),
    says: 'The role was changed',
    refreshes: ['members'],
    onFailed: toastError,
  })
  return (
    <Table.Tr>
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
            onChange={(value) => value && value !== role && change.run(value as Role)}
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
              {id !== session?.user.id && <Menu.Item onClick={onReset}>Link to set a new password</Menu.Item>}
              <Menu.Item color="red" onClick={onRemove}>
                Remove…
              </Menu.Item>
            </Menu.Dropdown>
          </Menu>
        )}
      </Table.Td>
    </Table.Tr>
  )
}

function RemoveMember(props: { id: string; name: string; onClose: () => void }) {
  const [revokes, setRevokes] = useState(false)
  const remove = useAction({
    call: () => polegraph.members.remove(props.id, { revoke_keys: revokes }),
    says: () => `${props.name} was removed${revokes ? ', with the keys that they made' : ''}`,
    refreshes: ['members'],
    onDone: props.onClose,
  })
  return (
    <Confirm title="Remove a member" action="Remove" of={remove} onConfirm={() => remove.run()} onClose={props.onClose}>
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
  const create = useAction({
    call: () => polegraph.invites.create({ role, ...(email && { email }) }),
    refreshes: ['invites'],
    onDone: ({ token }) => {
      setEmail('')
      onMade(token)
    },
  })
  return (
    <Form onSend={() => create.run()}>
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
        <Button type="submit" loading={create.isRunning}>
          Invite
        </Button>
      </Group>
      {create.problem}
    </Form>
  )
}
