import { Alert, Button, Code, CopyButton, Group, Text } from '@mantine/core'

/** A secret that the service will not show again. */
export function ShownOnce({ title, value, children }: { title: string; value: string; children?: string }) {
  return (
    <Alert color="green" title={title} my="sm" role="status">
      <Group wrap="wrap" gap="xs">
        <Code style={{ overflowWrap: 'anywhere', userSelect: 'all' }}>{value}</Code>
        <CopyButton value={value}>
          {({ copied, copy }) => (
            <Button size="compact-sm" variant="light" onClick={copy}>
              {copied ? 'Copied' : 'Copy'}
            </Button>
          )}
        </CopyButton>
      </Group>
      <Text size="sm" mt="xs">
        {children ?? 'It is shown this once.'}
      </Text>
    </Alert>
  )
}
