import { Select, type SelectProps } from '@mantine/core'

const intervals: [seconds: number, words: string][] = [
  [3_600, 'Every hour'],
  [6 * 3_600, 'Every 6 hours'],
  [86_400, 'Every day'],
  [7 * 86_400, 'Every week'],
  [30 * 86_400, 'Every 30 days'],
  [90 * 86_400, 'Every 90 days'],
]

interface RecrawlSelectProps<Every extends number | null> extends Omit<SelectProps, 'data' | 'value' | 'onChange'> {
  /** Choices that stand before the intervals, such as never. */
  others: [every: Every, words: string][]
  every: Every | number
  onChoose: (every: Every | number) => void
}

/** In what time pages are asked for again by themselves. An interval that an API caller has set is one of the choices. */
export function RecrawlSelect<Every extends number | null>({
  others,
  every,
  onChoose,
  ...props
}: RecrawlSelectProps<Every>) {
  const known: [Every | number, string][] = [...others, ...intervals]
  const choices = known.some(([one]) => one === every)
    ? known
    : [...known, [every, `Every ${Number(every) / 3_600} hours`] as const]
  return (
    <Select
      {...props}
      allowDeselect={false}
      data={choices.map(([one, words]) => ({ value: String(one), label: words }))}
      value={String(every)}
      onChange={(value) => {
        const chosen = choices.find(([one]) => String(one) === value)
        if (chosen) onChoose(chosen[0])
      }}
    />
  )
}
