import { Button, PasswordInput, Stack, Text } from '@mantine/core'
import { limits } from '@polegraph/contract/limits.ts'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { Card, NotShownYet } from '../../frame/sign-in-page.tsx'
import { Form } from '../../shared/forms/form.tsx'
import { useAction } from '../../shared/forms/use-action.tsx'
import { isGone } from '../../shared/page/problem.tsx'
import { polegraph } from '../../shared/service/client.ts'

/** The page of a link that an owner made for somebody who forgot a password. */
export function ResetPage() {
  const { token } = useParams({ from: '/reset/$token' })
  const [password, setPassword] = useState('')
  const preview = useQuery({
    queryKey: ['reset', token],
    queryFn: ({ signal }) => polegraph.resets.preview(token, { signal }),
  })
  const set = useAction({ call: () => polegraph.resets.setPassword(token, { password }) })
  const toSignIn = (
    <Button component="a" href="./" variant={set.answer ? 'filled' : 'light'} fullWidth mt="md">
      Sign in
    </Button>
  )
  if (set.answer) {
    return (
      <Card title="Your password is set">
        <Text size="sm">All your sessions were ended. Sign in with the new password.</Text>
        {toSignIn}
      </Card>
    )
  }
  if (preview.error && !preview.data) {
    if (!isGone(preview.error)) return <NotShownYet error={preview.error} onRetry={preview.refetch} />
    return (
      <Card title="This link does not work">
        <Text size="sm">It was used already, or is too old. Ask an owner of your project for another.</Text>
        {toSignIn}
      </Card>
    )
  }
  if (!preview.data) return null
  return (
    <Card title="Set a new password">
      <Form onSend={() => set.run()}>
        <Stack>
          <Text size="sm" className="said">
            For {preview.data.name}, {preview.data.email}.
          </Text>
          <input type="hidden" autoComplete="username" value={preview.data.email} readOnly />
          <PasswordInput
            label="New password"
            description={`At least ${limits.password_min} characters.`}
            autoComplete="new-password"
            required
            minLength={limits.password_min}
            value={password}
            onChange={(event) => setPassword(event.currentTarget.value)}
          />
          {set.problem}
          <Button type="submit" loading={set.isRunning}>
            Set the password
          </Button>
        </Stack>
      </Form>
    </Card>
  )
}
