import { Alert, Button, Group, Text } from '@mantine/core'
import { isGone, Problem } from '../../../shared/page/problem.tsx'
import { useExplore } from '../use-explore.ts'
import { useSavedView } from './use-saved-view.ts'

/** Says why the view that the address names is not shown. */
export function SavedViewProblem() {
  const { search, change } = useExplore()
  const { error } = useSavedView()
  if (!search.saved || !error) return null
  if (!isGone(error)) return <Problem error={error} />
  return (
    <Alert color="yellow" title="This view is not there">
      <Group justify="space-between">
        <Text size="sm">It was deleted, or is not shared with you.</Text>
        <Button size="xs" variant="default" onClick={() => change({ saved: undefined })}>
          Show the graph without it
        </Button>
      </Group>
    </Alert>
  )
}
