import { Button, Group, NumberInput, Stack, Text, Textarea } from '@mantine/core'
import { limits } from '@polegraph/contract/limits.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Form } from '../../shared/forms/form.tsx'
import { useAction } from '../../shared/forms/use-action.tsx'
import { useOnceKey } from '../../shared/forms/use-once-key.ts'
import { polegraph } from '../../shared/service/client.ts'
import { statusQuery } from '../../shared/service/domain.ts'
import { useOpenDomain } from './use-open-domain.ts'

/** Makes a graph from one sentence. `first` is a sentence to begin with. */
export function FromSentence({ isShown, first = '' }: { isShown: boolean; first?: string }) {
  const [prompt, setPrompt] = useState(first)
  const [maxPages, setMaxPages] = useState<number | string>(150)
  const [maxSpend, setMaxSpend] = useState<number | string>(25)
  const { data: status } = useQuery(statusQuery)
  const open = useOpenDomain()
  const onceKey = useOnceKey()
  const create = useAction({
    call: () => {
      const body = { prompt, max_pages: Number(maxPages), max_spend_usd: Number(maxSpend) }
      return polegraph.autopilot.create(body, { idempotency_key: onceKey(body) })
    },
    onDone: open,
  })
  const length = prompt.trim().length
  return (
    <Form onSend={() => create.run()}>
      <Stack>
        <Textarea
          label="What should the graph be about?"
          description="Sources are searched for, read, and searched again for what is missing."
          placeholder="The ports of the Baltic Sea, who runs them and what happens there"
          autosize
          minRows={3}
          required
          maxLength={limits.prompt_max}
          value={prompt}
          onChange={(event) => setPrompt(event.currentTarget.value)}
          data-autofocus={isShown || undefined}
        />
        <Group grow>
          <NumberInput
            label="Page limit"
            min={1}
            max={limits.pages_max}
            required
            value={maxPages}
            onChange={setMaxPages}
          />
          <NumberInput
            label="Monthly budget"
            prefix="$"
            min={0}
            max={limits.spend_usd_max}
            decimalScale={2}
            required
            value={maxSpend}
            onChange={setMaxSpend}
            disabled={status?.has_model === false}
          />
        </Group>
        {status?.has_model === false && (
          <Text size="sm" c="dimmed">
            No model is set up: pages are read by rules alone, and nothing is spent.
          </Text>
        )}
        {status?.has_search === false && (
          <Text size="sm" c="dimmed">
            Only Wikipedia is searched for sources. An operator can set up a search of the whole web, or you begin with
            an empty graph and name the pages to read.
          </Text>
        )}
        {create.problem}
        <Button type="submit" loading={create.isRunning} disabled={length < limits.prompt_min}>
          Make the graph
        </Button>
      </Stack>
    </Form>
  )
}
