import { Badge, Button, Group, PasswordInput, Stack, Table, Text, Title } from '@mantine/core'
import { limits } from '@polegraph/contract/limits.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { formatCount } from '../../shared/format/format.ts'
import { Time } from '../../shared/format/time.tsx'
import { actions, ListTable } from '../../shared/lists/list-table.tsx'
import { Problem } from '../../shared/page/problem.tsx'
import { toastDone, toastError } from '../../shared/page/toast.tsx'
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
  const queries = useQueryClient()
  const change = useMutation({
    mutationFn: () => polegraph.session.changePassword({ current, password }),
    onSuccess: ({ sessions_ended }) => {
      setCurrent('')
      setPassword('')
      toastDone(`The password was changed; ${formatCount(sessions_ended, 'other session')} ended`)
      void queries.invalidateQueries({ queryKey: ['sessions'] })
    },
  })
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        change.mutate()
      }}
    >
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
        {change.error && <Problem error={change.error} />}
        <Button type="submit" loading={change.isPending} style={{ alignSelf: 'flex-start' }}>
          Change
        </Button>
      </Stack>
    </form>
  )
}

function Sessions() {
  const queries = useQueryClient()
  const refresh = () => queries.invalidateQueries({ queryKey: ['sessions'] })
  const { data, error, refetch } = useQuery({
    queryKey: ['sessions'],
    queryFn: ({ signal }) => polegraph.session.list({ limit: 100 }, { signal }),
  })
  const end = useMutation({
    mutationFn: (id: string) => polegraph.session.end(id),
    onSuccess: refresh,
    onError: toastError,
  })
  const endOthers = useMutation({
    mutationFn: () => polegraph.session.endOthers(),
    onSuccess: ({ sessions_ended }) => {
      toastDone(`${formatCount(sessions_ended, 'session')} ended`)
      void refresh()
    },
    onError: toastError,
  })
  return (
    <Stack>
      <Group justify="space-between">
        <Title order={2} size="h4">
          Where you are signed in
        </Title>
        {data && data.sessions.length > 1 && (
          <Button variant="default" onClick={() => endOthers.mutate()} loading={endOthers.isPending}>
            End all others
          </Button>
        )}
      </Group>
      {error && <Problem error={error} onRetry={() => refetch()} />}
      <ListTable minWidth={420} columns={['Browser', 'Since', 'Until', actions]}>
        {data?.sessions.map(({ id, user_agent, created_at, expires_at, is_current }) => (
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
                <Button size="compact-sm" variant="default" onClick={() => end.mutate(id)}>
                  End
                </Button>
              )}
            </Table.Td>
          </Table.Tr>
        ))}
      </ListTable>
    </Stack>
  )
}
