import { Anchor, Button, Container } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { Empty } from '../shared/lists/empty.tsx'
import { Problem } from '../shared/page/problem.tsx'

export function PageFailed({ error, reset }: { error: unknown; reset: () => void }) {
  // Only a reload helps: browsers do not ask again for a script that failed, and a new version has other file names.
  const isMissing = error instanceof Error && /import|module|preload/i.test(error.message)
  if (!isMissing) {
    return (
      <Container py="md">
        <Problem error={error} onRetry={reset} />
      </Container>
    )
  }
  return (
    <Empty
      title="This page could not be loaded"
      action={<Button onClick={() => location.reload()}>Load it again</Button>}
    >
      The service may be restarting, or it has a new version.
    </Empty>
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
