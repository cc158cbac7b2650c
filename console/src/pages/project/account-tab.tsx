import { Badge, Button, Group, PasswordInput, Stack, Table, Text, Title } from '@mantine/core'
import { limits } from '@polegraph/contract/limits.ts'
import { useState } from 'react'
import { formatCount } from '../../shared/format/format.ts'
import { Time } from '../../shared/format/time.tsx'
import { Form } from '../../shared/forms/form.tsx'
import { useAction } from '../../shared/forms/use-action.tsx'
import { actions, ListTable } from '../../shared/lists/list-table.tsx'
import { Listed } from '../../shared/lists/listed.tsx'
import { useList } from '../../shared/lists/use-list.ts'
import { toastError } from '../../shared/page/toast.tsx'
import { polegraph } from '../../shared/service/client.ts'

export function AccountTab() {
  return (
    <Stack gap="xl">
      <PasswordForm />
      <Sessions />
    </Stack>
  )
}

function PasswordForm() {
  const [current, setCurrent] = useState('')
  const [password, setPassword] = useState('')
  const change = useAction({
    call: () => polegraph.session.changePassword({ current, password }),
    says: ({ sessions_ended }) => `The password was changed; ${formatCount(sessions_ended, 'other session')} ended`,
    refreshes: ['sessions'],
    onDone: () => {
      setCurrent('')
      setPassword('')
    },
  })
  return (
    <Form onSend={() => change.run()}>
      <Stack maw={360}>
        <Title order={2} size="h4">
          Change your password
        </Title>
        <PasswordInput
          label="Current password"
          autoComplete="current-password"
          required
          value={current}
          onChange={(event) => setCurrent(event.currentTarget.value)}
        />
        <PasswordInput
          label="New password"
          description={`At least ${limits.password_min} characters. All your other sessions end.`}
          autoComplete="new-password"
          required
          minLength={limits.password_min}
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
        />
        {change.problem}
        <Button type="submit" loading={change.isRunning} style={{ alignSelf: 'flex-start' }}>
          Change
        </Button>
      </Stack>
    </Form>
  )
}

function Sessions() {
  const list = useList({
    key: ['sessions'],
    page: (from, options) => polegraph.session.list({ limit: 100, ...from }, options),
    items: ({ sessions }) => sessions,
  })
  const end = useAction({
    call: (id: string) => polegraph.session.end(id),
    refreshes: ['sessions'],
    onFailed: toastError,
  })
  const endOthers = useAction({
    call: () => polegraph.session.endOthers(),
    says: ({ sessions_ended }) => `${formatCount(sessions_ended, 'session')} ended`,
    refreshes: ['sessions'],
    onFailed: toastError,
  })
  return (
    <Stack>
      <Group justify="space-between">
        <Title order={2} size="h4">
          Where you are signed in
        </Title>
        {list.items && list.items.length > 1 && (
          <Button variant="default" onClick={() => endOthers.run()} loading={endOthers.isRunning}>
            End all others
          </Button>
        )}
      </Group>
      <Listed list={list} height={120}>
        {(sessions) => (
          <ListTable minWidth={420} columns={['Browser', 'Since', 'Until', actions]}>
            {sessions.map(({ id, user_agent, created_at, expires_at, is_current }) => (
              <Table.Tr key={id}>
                <Table.Td>
                  <Text size="sm" lineClamp={2} className="said">
                    {user_agent || 'unknown'}
                  </Text>
                </Table.Td>
                <Table.Td>
                  <Time at={created_at} ago />
                </Table.Td>
                <Table.Td>
                  <Time at={expires_at} />
                </Table.Td>
                <Table.Td ta="right">
                  {is_current ? (
                    <Badge variant="light" tt="none">
                      this one
                    </Badge>
                  ) : (
                    <Button size="compact-sm" variant="default" onClick={() => end.run(id)}>
                      End
                    </Button>
                  )}
                </Table.Td>
              </Table.Tr>
            ))}
          </ListTable>
        )}
      </Listed>
    </Stack>
  )
}
