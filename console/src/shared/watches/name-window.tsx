import { Button, Stack, TextInput } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { Form } from '../forms/form.tsx'
import { FormWindow } from '../forms/leave-guard.tsx'
import type { Action } from '../forms/use-action.tsx'
import { WindowButtons } from '../forms/window-buttons.tsx'

/** A window that asks for the name of a watch. */
export function NameWindow(props: {
  title: string
  name: string
  button: string
  /** What is done with the name. */
  of: Action<unknown, string>
  children?: ReactNode
  onClose: () => void
}) {
  const { of, onClose } = props
  const [name, setName] = useState(props.name)
  const isChanged = name !== props.name && !of.isRunning && !of.answer
  return (
    <FormWindow isChanged={isChanged} onClose={onClose} title={props.title}>
      <Form onSend={() => of.run(name.trim())}>
        <Stack>
          {props.children}
          <TextInput
            label="Name of the watch"
            required
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
            data-autofocus
          />
          {of.problem}
          <WindowButtons onClose={onClose}>
            <Button type="submit" loading={of.isRunning} disabled={name.trim() === ''}>
              {props.button}
            </Button>
          </WindowButtons>
        </Stack>
      </Form>
    </FormWindow>
  )
}
