import { Button, Group, SegmentedControl, Stack, Textarea, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { polegraph } from '../../shared/client.ts'
import { formatCount } from '../../shared/format.ts'
import { Problem } from '../../shared/problem.tsx'
import { toastDone } from '../../shared/toast.tsx'
import { useRefreshCrawl } from './crawl-queries.ts'

const mostAtOnce = 100

/** Adds the pages at which the crawl begins. */
export function AddSources({ domainId }: { domainId: string }) {
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
      {way === 'addresses' ? <Addresses domainId={domainId} /> : <Sitemap domainId={domainId} />}
    </Stack>
  )
}

/** People leave out what every address begins with. */
const complete = (line: string) => (/^[a-z][a-z0-9+.-]*:\/\//i.test(line) ? line : `https://${line}`)

function Addresses({ domainId }: { domainId: string }) {
  const [text, setText] = useState('')
  const refresh = useRefreshCrawl(domainId)
  const urls = text.split(/\s+/).filter(Boolean).map(complete)
  const add = useMutation({
    mutationFn: async () => {
      const [first = ''] = urls
      if (urls.length > 1) return polegraph.sources.addMany(domainId, { urls })
      return polegraph.sources.add(domainId, { url: first })
    },
    onSuccess: ({ queued }) => {
      toastDone(describe(queued, urls.length))
      setText('')
      refresh()
    },
  })
  const isTooMany = urls.length > mostAtOnce
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (urls.length > 0 && !isTooMany) add.mutate()
      }}
    >
      <Textarea
        label="Addresses"
        description={`One a line, at most ${mostAtOnce} at a time.`}
        placeholder="https://example.org/"
        autosize
        minRows={2}
        maxRows={10}
        value={text}
        error={isTooMany && `These are ${urls.length}. Add at most ${mostAtOnce} at a time.`}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      {add.error && <Problem error={add.error} />}
      <Button type="submit" mt="xs" loading={add.isPending} disabled={urls.length === 0 || isTooMany}>
        {urls.length > 1 ? `Add ${urls.length} sources` : 'Add the source'}
      </Button>
    </form>
  )
}

function describe(queued: number, given: number): string {
  if (given === 1) {
    return queued === 1
      ? 'The source is added and queued'
      : 'The source is added; its page waits already, or no room is left'
  }
  const left = given - queued
  if (left === 0) return `${formatCount(queued, 'source')} added and queued`
  return `${queued} of ${given} queued. The others wait already, are no addresses of the web, or found no room.`
}

function Sitemap({ domainId }: { domainId: string }) {
  const [url, setUrl] = useState('')
  const refresh = useRefreshCrawl(domainId)
  const add = useMutation({
    mutationFn: () => polegraph.sources.addSitemap(domainId, { url: complete(url.trim()) }),
    onSuccess: ({ discovered, queued }) => {
      toastDone(`${formatCount(discovered, 'entry', 'entries')} found, ${formatCount(queued, 'page')} queued`)
      setUrl('')
      refresh()
    },
  })
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        add.mutate()
      }}
    >
      <Group align="flex-end" gap="xs">
        <TextInput
          label="Address of the sitemap"
          description="XML sitemaps, text lists, RSS and Atom. The first 50 entries become sources."
          placeholder="https://example.org/sitemap.xml"
          required
          flex={1}
          miw={240}
          value={url}
          onChange={(event) => setUrl(event.currentTarget.value)}
        />
        <Button type="submit" loading={add.isPending}>
          Add its pages
        </Button>
      </Group>
      {add.error && <Problem error={add.error} />}
    </form>
  )
}
