import { Button, Group, Kbd, Text } from '@mantine/core'

export type Judgement = 'same' | 'different' | 'unsure'

const choices = [
  ['same', 'Same', 's'],
  ['different', 'Different', 'd'],
  ['unsure', 'Unsure', 'u'],
] as const

export function JudgeButtons({
  left,
  isDoubtful,
  isBusy,
  pending,
  onJudge,
  go,
}: {
  left: string
  /** Something speaks against the two being the same: then no button stands out. */
  isDoubtful: boolean
  isBusy: boolean
  pending: Judgement | undefined
  onJudge: ((judgement: Judgement) => void) | undefined
  go: (steps: number) => void
}) {
  return (
    <Group justify="space-between" gap="xs">
      <Group gap="xs">
        {onJudge &&
          choices.map(([judgement, label, key]) => (
            <Button
              key={judgement}
              variant={judgement === 'same' && !isDoubtful ? 'filled' : 'default'}
              disabled={isBusy && pending !== judgement}
              loading={pending === judgement}
              onClick={() => onJudge(judgement)}
              aria-keyshortcuts={key}
              rightSection={
                <Kbd size="xs" visibleFrom="sm" aria-hidden>
                  {key}
                </Kbd>
              }
            >
              {label}
            </Button>
          ))}
      </Group>
      <Group gap="xs" wrap="nowrap">
        <Text size="sm" c="dimmed" className="number" role="status">
          {left}
        </Text>
        <Button variant="default" size="compact-md" onClick={() => go(-1)} aria-label="Previous pair">
          ←
        </Button>
        <Button variant="default" size="compact-md" onClick={() => go(1)} aria-label="Next pair">
          →
        </Button>
      </Group>
    </Group>
  )
}
