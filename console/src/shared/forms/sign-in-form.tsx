import { Button, PasswordInput, Stack, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { polegraph } from '../service/client.ts'
import { sessionQuery } from '../service/session.ts'
import { Form } from './form.tsx'
import { useAction } from './use-action.tsx'

/** Signs in, on the page for it and in the window over a page whose session has ended. */
export function SignInForm({ email: known, onDone }: { email?: string | undefined; onDone?: () => void }) {
  const [email, setEmail] = useState(known ?? '')
  const [password, setPassword] = useState('')
  const queries = useQueryClient()
  const signIn = useAction({
    call: () => polegraph.session.signIn({ email, password }),
    onDone: (session) => {
      queries.setQueryData(sessionQuery.queryKey, session)
      onDone?.()
    },
  })
  return (
    <Form onSend={() => signIn.run()}>
      <Stack>
        <TextInput
          label="Email"
          type="email"
          autoComplete="username"
          required
          value={email}
          onChange={(event) => setEmail(event.currentTarget.value)}
          data-autofocus={known === undefined || undefined}
        />
        <PasswordInput
          label="Password"
          autoComplete="current-password"
          required
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
          data-autofocus={known !== undefined || undefined}
        />
        {signIn.problem}
        <Button type="submit" loading={signIn.isRunning}>
          Sign in
        </Button>
      </Stack>
    </Form>
  )
}
