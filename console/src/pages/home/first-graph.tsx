import { Anchor, Button, Group, Stack, Text, Title } from '@mantine/core'
import { useState } from 'react'
import { FromSentence } from './from-sentence.tsx'

const examples = [
  'The ports of the Baltic Sea, who runs them and what happens there',
  'Observatories of the northern lights and the people who work there',
  'Museums of computing, their founders and their collections',
]

/** Where there is no graph: the sentence that makes one, with some to begin with. */
export function FirstGraph({ onPages }: { onPages: () => void }) {
  const [example, setExample] = useState('')
  return (
    <Stack maw={640} mx="auto" py="xl" gap="lg">
      <div>
        <Title order={2} size="h3">
          No graph yet
        </Title>
        <Text c="dimmed">
          Say in one sentence what you want to know about. Pages are found, read and made a graph of.
        </Text>
      </div>
      {/* Another example is another form. */}
      <FromSentence key={example} first={example} isShown />
      <Stack gap="xs" align="flex-start">
        <Text size="sm" fw={600}>
          For example
        </Text>
        {examples.map((one) => (
          <Button
            key={one}
            variant="default"
            size="compact-sm"
            fw={400}
            maw="100%"
            h="auto"
            py={4}
            styles={{ label: { whiteSpace: 'normal', textAlign: 'start', lineHeight: 1.4 } }}
            onClick={() => setExample(one)}
          >
            {one}
          </Button>
        ))}
      </Stack>
      <Group gap={6}>
        <Text size="sm" c="dimmed">
          Or
        </Text>
        <Anchor component="button" type="button" size="sm" onClick={onPages}>
          begin with pages that you name
        </Anchor>
      </Group>
    </Stack>
  )
}
