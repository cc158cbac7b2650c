import { Badge, Button, Group, Menu, Select, Stack, Table, Text, TextInput } from '@mantine/core'
import { limits } from '@polegraph/contract/limits.ts'
import { useState } from 'react'
import { Time } from '../../shared/format/time.tsx'
import { Confirm } from '../../shared/forms/confirm.tsx'
import { Form } from '../../shared/forms/form.tsx'
import { useAction } from '../../shared/forms/use-action.tsx'
import { Empty } from '../../shared/lists/empty.tsx'
import { actions, ListTable } from '../../shared/lists/list-table.tsx'
import { Listed } from '../../shared/lists/listed.tsx'
import { useList } from '../../shared/lists/use-list.ts'
import { AsCall } from '../../shared/page/as-call.tsx'
import { ShownOnce } from '../../shared/page/shown-once.tsx'
import { toastDone } from '../../shared/page/toast.tsx'
import { polegraph } from '../../shared/service/client.ts'
import { useIsOwner } from '../../shared/service/session.ts'
import type { ApiKey } from '../../shared/service/types.ts'

interface KeyToEnd {
  id: string
  name: string
  how: 'rotate' | 'revoke'
}

/** The keys of programs. A secret is shown when it is made, and never again. */
export function KeysTab() {
  const isOwner = useIsOwner()
  const [secret, setSecret] = useState<{ title: string; value: string } | undefined>(undefined)
  const [ending, setEnding] = useState<KeyToEnd | undefined>(undefined)
  const list = useList({
    key: ['keys'],
    page: (from, options) => polegraph.keys.list({ limit: limits.list_max, ...from }, options),
    items: ({ keys }) => keys,
  })
  const end = useAction({
    call: async ({ id, how, name }: KeyToEnd) => {
      if (how === 'revoke') return void (await polegraph.keys.revoke(id))
      const { key } = await polegraph.keys.rotate(id)
      setSecret({ title: `The new secret of ${name}`, value: key })
    },
    refreshes: ['keys'],
    onDone: (_, { how, name }) => {
      setEnding(undefined)
      if (how === 'revoke') toastDone(`${name} no longer works`)
    },
  })
  return (
    <Stack>
      <Group justify="space-between" align="flex-end">
        {isOwner ? (
          <NewKey onMade={(value) => setSecret({ title: 'The new key', value })} />
        ) : (
          <Text size="sm" c="dimmed">
            Owners make and revoke keys.
          </Text>
        )}
        <AsCall call="keys.list" ids={[]} />
      </Group>
      {secret && (
        <ShownOnce {...secret}>
          It is shown this once: only its hash is kept. Put it where your program finds it.
        </ShownOnce>
      )}
      <Listed
        list={list}
        height={120}
        empty={
          <Empty title="No key yet">
            Programs use a key; people sign in. A read key may do every GET, a full key everything.
          </Empty>
        }
      >
        {(keys) => (
          <ListTable minWidth={560} columns={['Name', 'Scope', 'Made', 'Last used', actions]}>
            {keys.map((key) => (
              <KeyRow key={key.id} apiKey={key} onEnd={isOwner ? setEnding : undefined} />
            ))}
          </ListTable>
        )}
      </Listed>
      {ending && (
        <Confirm
          title={ending.how === 'revoke' ? 'Revoke the key' : 'Give the key a new secret'}
          action={ending.how === 'revoke' ? 'Revoke' : 'New secret'}
          of={end}
          onClose={() => setEnding(undefined)}
          onConfirm={() => end.run(ending)}
        >
          Programs that use <strong className="said">{ending.name}</strong> are refused at once
          {ending.how === 'revoke' ? '. A revoked key cannot be brought back.' : ', until they have the new secret.'}
        </Confirm>
      )}
    </Stack>
  )
}

function KeyRow(props: { apiKey: ApiKey; onEnd: ((key: KeyToEnd) => void) | undefined }) {
  const { onEnd } = props
  const { id, name, scope, created_at, last_used_at, revoked_at } = props.apiKey
  return (
    <Table.Tr c={revoked_at ? 'dimmed' : undefined}>
      <Table.Td className="said">{name}</Table.Td>
      <Table.Td>{scope}</Table.Td>
      <Table.Td>
        <Time at={created_at} ago />
      </Table.Td>
      <Table.Td>{last_used_at ? <Time at={last_used_at} ago /> : 'never'}</Table.Td>
      <Table.Td ta="right">
        {revoked_at && (
          <Badge color="gray" variant="light" tt="none">
            revoked
          </Badge>
        )}
        {!revoked_at && onEnd && (
          <Menu position="bottom-end" withinPortal>
            <Menu.Target>
              <Button size="compact-sm" variant="default" aria-label={`Change the key ${name}`}>
                Change
              </Button>
            </Menu.Target>
            <Menu.Dropdown>
              <Menu.Item onClick={() => onEnd({ id, name, how: 'rotate' })}>New secret…</Menu.Item>
              <Menu.Item color="red" onClick={() => onEnd({ id, name, how: 'revoke' })}>
                Revoke…
              </Menu.Item>
            </Menu.Dropdown>
          </Menu>
        )}
      </Table.Td>
    </Table.Tr>
  )
}

function NewKey({ onMade }: { onMade: (secret: string) => void }) {
  const [name, setName] = useState('')
  const [scope, setScope] = useState<'full' | 'read'>('read')
  const create = useAction({
    call: () => polegraph.keys.create({ name: name || 'key', scope }),
    refreshes: ['keys'],
    onDone: ({ key }) => {
      setName('')
      onMade(key)
    },
  })
  return (
    <Form onSend={() => create.run()}>
      <Group align="flex-end" gap="xs">
        <TextInput
          label="Name"
          placeholder="dashboard"
          maxLength={limits.name_max}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Select
          label="Scope"
          allowDeselect={false}
          data={[
            { value: 'read', label: 'read: every GET' },
            { value: 'full', label: 'full: everything' },
          ]}
          value={scope}
          onChange={(value) => setScope(value === 'full' ? 'full' : 'read')}
        />
        <Button type="submit" loading={create.isRunning}>
          Make a key
        </Button>
      </Group>
      {create.problem}
    </Form>
  )
}
