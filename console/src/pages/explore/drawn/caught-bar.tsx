import { Button, Group, Text } from '@mantine/core'
import { limits } from '@polegraph/contract/limits.ts'
import { formatCount } from '../../../shared/format/format.ts'
import { wordsOf } from '../../../views/explore-search.ts'
import type { GraphDrawing } from '../../../views/graph/draw/graph-drawing.ts'
import type { DrawnNode } from '../../../views/graph/graph-shape.ts'
import { shortId } from '../../../views/graph/layout/kept-places.ts'
import { useExplore } from '../use-explore.ts'
import { usePictureHistory } from './picture-history.tsx'

/** What can be done with the entities that a lasso, or clicks with Shift, have caught. */
export function CaughtBar(props: { caught: string[]; drawn: DrawnNode[]; drawing: GraphDrawing; onDone(): void }) {
  const { caught, drawn, drawing, onDone } = props
  const { search } = useExplore()
  const { act } = usePictureHistory()
  const those = formatCount(caught.length, 'entity', 'entities')
  const chosen = new Set(caught)
  const others = drawn.filter(({ id }) => !chosen.has(id)).map(({ id }) => id)
  // The address has room for so many; of more than those, the others are named.
  const mayHide = Math.min(caught.length, others.length) <= limits.list_max
  const write = (ids: string[]) => ids.map(shortId).join(',') || undefined
  const hide = () => {
    const hidden = [...wordsOf(search.hide), ...caught.map(shortId)]
    const isShort = hidden.length <= limits.list_max
    act(`Hide ${those}`, isShort ? { hide: hidden.join(','), at: undefined } : { only: write(others), at: undefined })
    onDone()
  }
  const keep = () => {
    const isShort = caught.length <= limits.list_max
    const hidden = [...wordsOf(search.hide), ...others.map(shortId)].join(',')
    act(`Keep only ${those}`, isShort ? { only: write(caught), at: undefined } : { hide: hidden, at: undefined })
    onDone()
  }
  const places = drawing.places()
  const isHeld = caught.every((id) => places.get(id)?.isPinned)
  return (
    <Group className="graph-caught" gap="xs" role="group" aria-label="Chosen entities">
      <Text size="sm" fw={600} role="status">
        {those} chosen
      </Text>
      <Button size="xs" variant="default" disabled={!mayHide} onClick={hide}>
        Hide
      </Button>
      <Button size="xs" variant="default" disabled={!mayHide} onClick={keep}>
        Keep only these
      </Button>
      <Button
        size="xs"
        variant="default"
        onClick={() => {
          drawing.hold(caught, !isHeld)
          onDone()
        }}
      >
        {isHeld ? 'Unpin' : 'Pin'}
      </Button>
      <Button size="xs" variant="subtle" onClick={onDone}>
        Clear
      </Button>
    </Group>
  )
}
