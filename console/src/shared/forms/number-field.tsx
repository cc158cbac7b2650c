import { NumberInput, type NumberInputProps } from '@mantine/core'
import { useState } from 'react'

interface NumberFieldProps extends Omit<NumberInputProps, 'value' | 'onChange'> {
  value: number | undefined
  onChange(value: number | undefined): void
}

/** A number, or none. What is typed stays as it is: `0.` is on its way to `0.05`. */
export function NumberField({ value, onChange, ...rest }: NumberFieldProps) {
  const [typed, setTyped] = useState<number | string>(value ?? '')
  const isTyped = numberOf(typed) === value
  return (
    <NumberInput
      {...rest}
      value={isTyped ? typed : (value ?? '')}
      onChange={(next) => {
        setTyped(next)
        onChange(numberOf(next))
      }}
    />
  )
}

const numberOf = (typed: number | string) => (typed === '' || Number.isNaN(Number(typed)) ? undefined : Number(typed))
