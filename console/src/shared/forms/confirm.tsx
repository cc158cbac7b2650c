import { Button, Modal, Stack, Text, TextInput } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { Form } from './form.tsx'
import type { Action } from './use-action.tsx'
import { WindowButtons } from './window-buttons.tsx'

/** Asks before something that cannot be taken back; with `name`, only whoever types that name goes on. */
export function Confirm(props: {
  title: string
  action: string
  /** The colour of the button that confirms: red, unless nothing is lost. */
  color?: string
  /** The text of the button that closes the window. */
  back?: string
  name?: string
  /** The action that is confirmed: the window shows that it runs, and why it failed. */
  of?: Pick<Action, 'isRunning' | 'problem' | 'reset'>
  children: ReactNode
  onConfirm: () => void
  onClose: () => void
}) {
  const [typed, setTyped] = useState('')
  const { name, of } = props
  const mayGo = name === undefined || typed === name
  const close = () => {
    of?.reset()
    props.onClose()
  }
  return (
    <Modal opened onClose={close} title={props.title}>
      <Form onSend={() => mayGo && props.onConfirm()}>
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
          {of?.problem}
          <WindowButtons back={props.back} onClose={close}>
            <Button type="submit" color={props.color ?? 'red'} disabled={!mayGo} loading={of?.isRunning === true}>
              {props.action}
            </Button>
          </WindowButtons>
        </Stack>
      </Form>
    </Modal>
  )
}
