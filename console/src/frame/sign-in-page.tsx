import { Center, Paper, Stack, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { SignInForm } from '../shared/forms/sign-in-form.tsx'
import { Problem } from '../shared/page/problem.tsx'

export function SignInPage() {
  return (
    <Card title="Sign in">
      <SignInForm />
      <Text size="sm" c="dimmed" mt="md">
        New here? Open the address of an invite: the first start of the service prints one, and owners make others. A
        forgotten password is set anew by a link that an owner can make.
      </Text>
    </Card>
  )
}

/** One small form on an otherwise empty page. */
export function Card({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Center component="main" mih="100%" p="md">
      <Stack w="100%" maw={400} gap="md">
        <Stack gap={4} align="center">
          <img src="./icon.svg" alt="" width={40} height={40} />
          <Title order={1} size="h3">
            {title}
          </Title>
        </Stack>
        <Paper withBorder p="lg">
          {children}
        </Paper>
      </Stack>
    </Center>
  )
}

/** A page without a frame whose data did not come: it may come when it is asked for again. */
export function NotShownYet({ error, onRetry }: { error: unknown; onRetry: () => unknown }) {
  return (
    <Card title="Not shown yet">
      <Problem error={error} onRetry={onRetry} />
    </Card>
  )
}
