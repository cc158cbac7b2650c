import { Anchor, Button, Modal, SegmentedControl, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { limits } from '@polegraph/contract/limits.ts'
import { useState } from 'react'
import { completeAddress } from '../../shared/format/complete-address.ts'
import { Form } from '../../shared/forms/form.tsx'
import { useAction } from '../../shared/forms/use-action.tsx'
import { useOnceKey } from '../../shared/forms/use-once-key.ts'
import { polegraph } from '../../shared/service/client.ts'
import { FromSentence } from './from-sentence.tsx'
import { useOpenDomain } from './use-open-domain.ts'

/** Makes a graph from one sentence or from pages. What was typed for either stays, also when the window is closed. */
export function NewGraph(props: { opened: boolean; first: 'sentence' | 'pages'; onClose: () => void }) {
  const { opened, first, onClose } = props
  const [chosen, setWay] = useState<string>()
  const way = chosen ?? first
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
    onDone: (created) => open(created),
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
            <Anchor component="button" type="button" size="sm" onClick={() => open(made)}>
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
