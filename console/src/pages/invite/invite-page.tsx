import { Button, PasswordInput, Stack, Text, TextInput } from '@mantine/core'
import { limits } from '@polegraph/contract/limits.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { Card, NotShownYet } from '../../frame/sign-in-page.tsx'
import { Time } from '../../shared/format/time.tsx'
import { Form } from '../../shared/forms/form.tsx'
import { useAction } from '../../shared/forms/use-action.tsx'
import { isGone } from '../../shared/page/problem.tsx'
import { polegraph } from '../../shared/service/client.ts'
import { sessionQuery } from '../../shared/service/session.ts'

export function InvitePage() {
  const { token } = useParams({ from: '/invite/$token' })
  const invite = useQuery({
    queryKey: ['invite', token],
    queryFn: ({ signal }) => polegraph.invites.preview(token, { signal }),
  })
  // Only before the form is shown: an invite that ends later is told when it is accepted, and what was typed stays.
  if (invite.error && !invite.data) {
    if (!isGone(invite.error)) return <NotShownYet error={invite.error} onRetry={invite.refetch} />
    return (
      <Card title="This invite does not work">
        <Text size="sm" mb="md">
          It was accepted already, has been withdrawn, or is older than {limits.invite_days} days. Ask an owner for
          another.
        </Text>
        <Button component="a" href="./" variant="light" fullWidth>
          Sign in
        </Button>
      </Card>
    )
  }
  if (!invite.data) return null
  const { project, role, email, expires_at } = invite.data
  return (
    <Card title="Welcome to Polegraph">
      <Text size="sm" mb="md">
        You are invited to the project <strong className="said">{project}</strong> as {role}. The invite works once,
        until <Time at={expires_at} />.
      </Text>
      <AcceptForm token={token} fixedEmail={email} />
    </Card>
  )
}

function AcceptForm({ token, fixedEmail }: { token: string; fixedEmail: string | null }) {
  const [email, setEmail] = useState(fixedEmail ?? '')
  const [name, setName] = useState('')
  const [password, setPassword] = useState('')
  const queries = useQueryClient()
  const navigate = useNavigate()
  const accept = useAction({
    call: () => polegraph.invites.accept(token, { email, name, password }),
    onDone: async (session) => {
      queries.clear()
      queries.setQueryData(sessionQuery.queryKey, session)
      await navigate({ to: '/' })
    },
  })
  return (
    <Form onSend={() => accept.run()}>
      <Stack>
        <TextInput
          label="Your name"
          autoComplete="name"
          required
          maxLength={limits.name_max}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <TextInput
          label="Email"
          type="email"
          autoComplete="username"
          required
          readOnly={fixedEmail !== null}
          value={email}
          onChange={(event) => setEmail(event.currentTarget.value)}
        />
        <PasswordInput
          label="Password"
          description={`At least ${limits.password_min} characters. Have an account here already? Give its password.`}
          autoComplete="new-password"
          required
          minLength={limits.password_min}
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
        />
        {accept.problem}
        <Button type="submit" loading={accept.isRunning}>
          Accept and sign in
        </Button>
      </Stack>
    </Form>
  )
}
