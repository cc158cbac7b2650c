import {
  Anchor,
  Button,
  Group,
  Modal,
  NumberInput,
  SegmentedControl,
  Stack,
  Text,
  Textarea,
  TextInput,
} from '@mantine/core'
import { limits } from '@polegraph/contract/limits.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { completeAddress } from '../../shared/format/complete-address.ts'
import { Form } from '../../shared/forms/form.tsx'
import { useAction } from '../../shared/forms/use-action.tsx'
import { useOnceKey } from '../../shared/forms/use-once-key.ts'
import { polegraph } from '../../shared/service/client.ts'
import { statusQuery } from '../../shared/service/domain.ts'

/** Makes a graph from one sentence or from pages. What was typed for either stays, also when the window is closed. */
export function NewGraph({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const [way, setWay] = useState('sentence')
  return (
    <Modal opened={opened} onClose={onClose} title="New graph" size="lg" keepMounted>
      <Stack>
        <SegmentedControl
          fullWidth
          value={way}
          onChange={setWay}
          aria-label="How to begin"
          data={[
            { value: 'sentence', label: 'From one sentence' },
            { value: 'pages', label: 'From pages that I name' },
          ]}
        />
        <div hidden={way !== 'sentence'}>
          <FromSentence isShown={way === 'sentence'} />
        </div>
        <div hidden={way !== 'pages'}>
          <FromPages isShown={way === 'pages'} />
        </div>
      </Stack>
    </Modal>
  )
}

function useOpenDomain() {
  const queries = useQueryClient()
  const navigate = useNavigate()
  return async ({ id }: { id: string }, page: '/d/$domainId' | '/d/$domainId/crawl') => {
    void queries.invalidateQueries({ queryKey: ['domains'] })
    await navigate({ to: page, params: { domainId: id } })
  }
}

function FromSentence({ isShown }: { isShown: boolean }) {
  const [prompt, setPrompt] = useState('')
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
    onDone: (made) => open(made, '/d/$domainId/crawl'),
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
            label="At most pages"
            min={1}
            max={limits.pages_max}
            required
            value={maxPages}
            onChange={setMaxPages}
          />
          <NumberInput
            label="At most a month"
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

function FromPages({ isShown }: { isShown: boolean }) {
  const [name, setName] = useState('')
  const [description, setDescription] = useState('')
  const [url, setUrl] = useState('')
  const open = useOpenDomain()
  const onceKey = useOnceKey()
  const make = useAction({
    call: () => {
      const body = { name, description }
      return polegraph.domains.create(body, { idempotency_key: onceKey(body) })
    },
  })
  // Kept, so that trying again with another source does not make a second graph.
  const made = make.answer
  const create = useAction({
    call: async () => {
      const { id } = made ?? (await make.runAsync())
      if (url.trim()) await polegraph.sources.add(id, { url: completeAddress(url.trim()) })
      return { id }
    },
    onDone: (created) => open(created, '/d/$domainId'),
  })
  return (
    <Form onSend={() => create.run()}>
      <Stack>
        <TextInput
          label="Name"
          required
          maxLength={limits.name_max}
          value={name}
          readOnly={made !== undefined}
          onChange={(event) => setName(event.currentTarget.value)}
          data-autofocus={isShown || undefined}
        />
        <Textarea
          label="What it covers"
          description="A model that reads pages is told this."
          autosize
          minRows={2}
          maxLength={limits.description_max}
          value={description}
          readOnly={made !== undefined}
          onChange={(event) => setDescription(event.currentTarget.value)}
        />
        <TextInput
          label="First page to read"
          description="Its site is read from there. More can be added later."
          placeholder="https://"
          value={url}
          onChange={(event) => setUrl(event.currentTarget.value)}
        />
        {create.problem}
        {made && (
          <Text size="sm">
            The graph is made; only its first page is missing. Name another one, or{' '}
            <Anchor component="button" type="button" size="sm" onClick={() => open(made, '/d/$domainId')}>
              open it without
            </Anchor>
            .
          </Text>
        )}
        <Button type="submit" loading={create.isRunning} disabled={!name.trim()}>
          {made ? 'Add the page' : 'Make the graph'}
        </Button>
      </Stack>
    </Form>
  )
}
