import { Button, Group } from '@mantine/core'

/** Saves what was changed in a form of the settings, or takes it back. */
export function SaveButtons(props: {
  isChanged: boolean
  isRight?: boolean
  isPending: boolean
  onTakeBack: () => void
}) {
  const { isChanged, isRight = true } = props
  return (
    <Group className={isChanged ? 'sticky-bar' : undefined}>
      <Button type="submit" disabled={!isChanged || !isRight} loading={props.isPending}>
        Save
      </Button>
      {isChanged && (
        <Button variant="default" onClick={props.onTakeBack}>
          Take back
        </Button>
      )}
    </Group>
  )
}
