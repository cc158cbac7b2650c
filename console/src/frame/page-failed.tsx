import { Anchor, Container } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { Empty } from '../shared/empty.tsx'
import { Problem } from '../shared/problem.tsx'

export function PageFailed({ error, reset }: { error: unknown; reset: () => void }) {
  // A new version of the console has other files: only loading it anew helps.
  const isOld = error instanceof Error && /import|module/i.test(error.message)
  return (
    <Container py="md">
      <Problem error={error} onRetry={isOld ? () => location.reload() : reset} />
    </Container>
  )
}

export function NotFound() {
  return (
    <Empty
      title="There is no such page"
      action={
        <Anchor component={Link} to="/">
          All graphs
        </Anchor>
      }
    >
      The address may have been cut short.
    </Empty>
  )
}
