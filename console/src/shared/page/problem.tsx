import { Alert, Button, Code, Group, Stack, Text } from '@mantine/core'
import { PolegraphError } from '@polegraph/sdk/polegraph-error.ts'
import type { ReactNode } from 'react'
import { isSignedOut } from '../service/query-client.ts'

/** An error in words that say what a person can do about it. */
export function explain(error: unknown): { title: string; text: string } {
  if (!(error instanceof PolegraphError)) {
    return { title: 'Something went wrong on this page', text: error instanceof Error ? error.message : String(error) }
  }
  if (isSignedOut(error)) return { title: 'You are signed out', text: 'Sign in to go on.' }
  const { code, status, message } = error
  if (code === 'connection_failed') return { title: 'The service cannot be reached', text: 'It may be restarting.' }
  if (code === 'timeout') return { title: 'No answer yet', text: 'The service took longer than two minutes.' }
  if (code === 'read_only') return { title: 'You may only read here', text: 'An owner of the project can change that.' }
  if (code === 'owner_required') return { title: 'Only owners may do that', text: message }
  if (status === 404) return { title: 'Not there', text: message }
  if (status === 412) return { title: 'Somebody was faster', text: 'It was changed in the meantime.' }
  if (status === 429) return { title: 'Too many requests', text: 'Wait a moment, then try again.' }
  if (status >= 500) return { title: 'The service could not answer', text: message }
  return { title: 'That was not possible', text: message }
}

/** What was asked for is not there, or not any more: asking again is of no use. */
export const isGone = (error: unknown) => error instanceof PolegraphError && error.status === 404

/** An error in the place of what could not be shown, with a button that tries again. */
export function Problem({ error, onRetry, children }: { error: unknown; onRetry?: () => void; children?: ReactNode }) {
  const { title, text } = explain(error)
  const details = error instanceof PolegraphError ? error.details : []
  return (
    <Alert color="red" title={title} role="alert" my="sm">
      <Stack gap="xs" align="flex-start">
        <Text size="sm">{text}</Text>
        {details.length > 1 && (
          <ul style={{ margin: 0 }}>
            {details.map(({ path, message }) => (
              <li key={path + message}>{message}</li>
            ))}
          </ul>
        )}
        {error instanceof PolegraphError && error.request_id && (
          <Text size="xs" c="dimmed">
            Request <Code>{error.request_id}</Code>
          </Text>
        )}
        <Group>
          {onRetry && (
            <Button size="xs" variant="default" onClick={onRetry}>
              Try again
            </Button>
          )}
          {children}
        </Group>
      </Stack>
    </Alert>
  )
}
