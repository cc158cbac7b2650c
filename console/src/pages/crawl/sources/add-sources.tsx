import { Button, Group, List, SegmentedControl, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { limits } from '@polegraph/contract/limits.ts'
import { useState } from 'react'
import { Notice } from '../../../shared/curation/notice.tsx'
import { completeAddress } from '../../../shared/format/complete-address.ts'
import { formatCount } from '../../../shared/format/format.ts'
import { Form } from '../../../shared/forms/form.tsx'
import { useAction } from '../../../shared/forms/use-action.tsx'
import { polegraph } from '../../../shared/service/client.ts'
import type { NewSources } from './use-new-sources.ts'

/** Adds the pages at which the crawl begins. */
export function AddSources({ domainId, newSources }: { domainId: string; newSources: NewSources }) {
  const [way, setWay] = useState('addresses')
  const data = [
    { value: 'addresses', label: 'Addresses' },
    { value: 'sitemap', label: 'Sitemap or feed' },
  ]
  return (
    <Stack gap="xs" w="100%" maw={640}>
      <SegmentedControl
        size="xs"
        value={way}
        onChange={setWay}
        data={data}
        aria-label="What to add"
        style={{ alignSelf: 'flex-start' }}
      />
      <div hidden={way !== 'addresses'}>
        <Addresses {...newSources} />
      </div>
      <div hidden={way !== 'sitemap'}>
        <Sitemap domainId={domainId} />
      </div>
    </Stack>
  )
}

function Addresses({ text, setText, addresses, taken, refused, add }: NewSources) {
  const isTooMany = addresses.length > limits.bulk_sources
  return (
    <Form onSend={() => addresses.length > 0 && !isTooMany && add.run()}>
      <Stack gap="xs">
        <Textarea
          label="Addresses"
          description={`One a line, at most ${limits.bulk_sources} at a time.`}
          placeholder="https://example.org/"
          autosize
          minRows={2}
          maxRows={10}
          value={text}
          readOnly={add.isRunning}
          error={isTooMany && `These are ${addresses.length}. Add at most ${limits.bulk_sources} at a time.`}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        {refused.length > 0 && (
          <Notice title="Not added" isNew>
            <List size="sm">
              {refused.map(({ address, reason }) => (
                <List.Item key={address}>
                  <span className="said">{address.slice(0, 300)}</span>: {reason}
                </List.Item>
              ))}
            </List>
          </Notice>
        )}
        {add.problem}
        <Button
          type="submit"
          style={{ alignSelf: 'flex-start' }}
          loading={add.isRunning}
          disabled={addresses.length === 0 || isTooMany}
        >
          {addresses.length > 1 ? `Add ${addresses.length} sources` : 'Add the source'}
        </Button>
        {taken.length > 0 && (
          <>
            <Text size="sm" role="status">
              {formatCount(taken.length, 'source')} added
            </Text>
            <List size="sm" aria-label="Added">
              {taken.map(({ url, queued }) => (
                <List.Item key={url}>
                  <span className="said">{url.slice(0, 300)}</span>
                  {queued === 0 && ': waits already, or no room is left'}
                </List.Item>
              ))}
            </List>
          </>
        )}
      </Stack>
    </Form>
  )
}

function Sitemap({ domainId }: { domainId: string }) {
  const [url, setUrl] = useState('')
  const add = useAction({
    call: () => polegraph.sources.addSitemap(domainId, { url: completeAddress(url.trim()) }),
    says: ({ discovered, queued }) =>
      `${formatCount(discovered, 'entry', 'entries')} found, ${formatCount(queued, 'page')} queued`,
    refreshes: ['d', domainId],
    onDone: () => {
      setUrl('')
    },
  })
  return (
    <Form onSend={() => add.run()}>
      <Group align="flex-end" gap="xs">
        <TextInput
          label="Address of the sitemap"
          description={`XML sitemaps, text lists, RSS and Atom. The first ${limits.sitemap_entries} entries become sources.`}
          placeholder="https://example.org/sitemap.xml"
          required
          flex={1}
          miw={240}
          value={url}
          onChange={(event) => setUrl(event.currentTarget.value)}
        />
        <Button type="submit" loading={add.isRunning}>
          Add its pages
        </Button>
      </Group>
      {add.problem}
    </Form>
  )
}
