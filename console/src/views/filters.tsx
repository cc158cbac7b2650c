import { Button, Group, Popover, Slider, Stack, Text, TextInput } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { formatPercent } from '../shared/format/format.ts'
import { Form } from '../shared/forms/form.tsx'

interface FilterProps {
  label: string
  isSet: boolean
  width?: number
  children: ReactNode
}

/** A button that opens one filter. */
export function Filter({ label, isSet, width = 260, children }: FilterProps) {
  return (
    <Popover position="bottom-start" shadow="md" width={width} trapFocus>
      <Popover.Target>
        <Button size="xs" variant="default" fw={isSet ? 700 : 400}>
          {label}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={label}>{children}</Popover.Dropdown>
    </Popover>
  )
}

export function ConfidenceFilter(props: { value: number | undefined; onChange(value: number | undefined): void }) {
  const [moved, setMoved] = useState<number>()
  const value = moved ?? props.value ?? 0
  return (
    <Filter label="Confidence" isSet={props.value !== undefined}>
      <Text size="sm" mb="xs" id="confidence-label">
        At least {formatPercent(value)} sure
      </Text>
      <Slider
        thumbLabel="Least confidence"
        min={0}
        max={1}
        step={0.05}
        label={formatPercent}
        value={value}
        onChange={setMoved}
        onChangeEnd={(end) => {
          setMoved(undefined)
          props.onChange(end || undefined)
        }}
      />
    </Filter>
  )
}

interface TimeProps {
  from: string | undefined
  to: string | undefined
  onChange(fields: { from: string | undefined; to: string | undefined }): void
}

export function TimeFilter({ from, to, onChange }: TimeProps) {
  const [fields, setFields] = useState({ from: from ?? '', to: to ?? '' })
  return (
    <Filter label="Time" isSet={from !== undefined || to !== undefined} width={300}>
      <Form onSend={() => onChange({ from: fields.from.trim() || undefined, to: fields.to.trim() || undefined })}>
        <Stack gap="sm">
          <Group grow align="flex-start">
            <TextInput
              label="From"
              placeholder="1987"
              value={fields.from}
              onChange={(event) => setFields({ ...fields, from: event.currentTarget.value })}
            />
            <TextInput
              label="To"
              placeholder="2024-05"
              value={fields.to}
              onChange={(event) => setFields({ ...fields, to: event.currentTarget.value })}
            />
          </Group>
          <Text size="xs" c="dimmed">
            A year, a month or a day: 1987, 1987-05 or 1987-05-03. Entities without a time are left out.
          </Text>
          <Button type="submit" size="xs">
            Filter by time
          </Button>
        </Stack>
      </Form>
    </Filter>
  )
}

export function AsOfFilter(props: { value: string | undefined; onChange(value: string | undefined): void }) {
  const [day, setDay] = useState(props.value?.slice(0, 10) ?? '')
  return (
    <Filter label="As of" isSet={props.value !== undefined}>
      <Form onSend={() => props.onChange(day || undefined)}>
        <Stack gap="sm">
          <TextInput
            type="date"
            label="The graph as it was on"
            description="As it was known when that day began in UTC."
            value={day}
            onChange={(event) => setDay(event.currentTarget.value)}
          />
          <Button type="submit" size="xs">
            Show that day
          </Button>
        </Stack>
      </Form>
    </Filter>
  )
}
