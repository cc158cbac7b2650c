import { Button, PasswordInput, Stack, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Problem } from '../page/problem.tsx'
import { polegraph } from '../service/client.ts'
import { sessionQuery } from '../service/session.ts'

/** Signs in, on the page for it and in the window over a page whose session has ended. */
export function SignInForm({ email: known, onDone }: { email?: string | undefined; onDone?: () => void }) {
  const [email, setEmail] = useState(known ?? '')
  const [password, setPassword] = useState('')
  const queries = useQueryClient()
  const signIn = useMutation({
    mutationFn: () => polegraph.session.signIn({ email, password }),
    onSuccess: (session) => {
      queries.setQueryData(sessionQuery.queryKey, session)
      onDone?.()
    },
  })
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        signIn.mutate()
      }}
    >
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
        {signIn.error && <Problem error={signIn.error} />}
        <Button type="submit" loading={signIn.isPending}>
          Sign in
        </Button>
      </Stack>
    </form>
  )
}
