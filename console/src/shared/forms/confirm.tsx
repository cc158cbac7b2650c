import { Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { Problem } from '../page/problem.tsx'

/** Asks before something that cannot be taken back; with `name`, only whoever types that name goes on. */
export function Confirm(props: {
  opened: boolean
  title: string
  action: string
  /** Of the button that goes on; red unless nothing is lost. */
  color?: string
  /** The button that goes back. */
  back?: string
  name?: string
  isPending?: boolean
  error?: unknown
  children: ReactNode
  onConfirm: () => void
  onClose: () => void
}) {
  const [typed, setTyped] = useState('')
  const { name } = props
  const mayGo = name === undefined || typed === name
  return (
    <Modal opened={props.opened} onClose={props.onClose} title={props.title}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          if (mayGo) props.onConfirm()
        }}
      >
        <Stack>
          <Text component="div" size="sm">
            {props.children}
          </Text>
          {name !== undefined && (
            <TextInput
              label={
                <>
                  Type <strong className="said">{name}</strong> to go on
                </>
              }
              autoComplete="off"
              value={typed}
              onChange={(event) => setTyped(event.currentTarget.value)}
              data-autofocus
            />
          )}
          {props.error !== undefined && props.error !== null && <Problem error={props.error} />}
          <Group justify="flex-end">
            <Button variant="default" onClick={props.onClose}>
              {props.back ?? 'Cancel'}
            </Button>
            <Button type="submit" color={props.color ?? 'red'} disabled={!mayGo} loading={props.isPending === true}>
              {props.action}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
