import { Anchor, Button, Group, Skeleton, Stack, Text, Textarea, Title } from '@mantine/core'
import { limits } from '@polegraph/contract/limits.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { Away } from '../../../shared/format/away.tsx'
import { quoteAddress } from '../../../shared/format/text-fragment.ts'
import { readable } from '../../../shared/format/web-address.ts'
import { Form } from '../../../shared/forms/form.tsx'
import { AsCall } from '../../../shared/page/as-call.tsx'
import { Problem } from '../../../shared/page/problem.tsx'
import { polegraph } from '../../../shared/service/client.ts'
import { statusQuery } from '../../../shared/service/domain.ts'
import type { Citation } from '../../../shared/service/types.ts'
import { useExplore } from '../use-explore.ts'

/** A question, and an answer in which every sentence has its source. */
export function AskPanel() {
  const { domainId, search, change } = useExplore()
  const [text, setText] = useState(search.ask ?? '')
  const box = useRef<HTMLTextAreaElement>(null)
  useEffect(() => setText(search.ask ?? ''), [search.ask])
  const fields = { q: search.ask ?? '', ...(search.as_of && { as_of: search.as_of }) }
  const status = useQuery(statusQuery)
  const { data, error, refetch, isFetching } = useQuery({
    queryKey: ['d', domainId, 'ask', fields],
    queryFn: ({ signal }) => polegraph.graph.ask(domainId, fields, { signal }),
    enabled: fields.q !== '',
    // An answer of a model costs money: it is asked for once.
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
  })
  // A person who opens the panel wants to write.
  useEffect(() => box.current?.focus(), [])
  const ask = () => change({ ask: text.trim() || undefined })
  return (
    <Stack gap="sm">
      <Form onSend={ask}>
        <Textarea
          ref={box}
          label="Your question"
          placeholder="Who runs the port?"
          autosize
          minRows={2}
          maxRows={6}
          maxLength={limits.question_max}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
            event.preventDefault()
            ask()
          }}
        />
        <Group justify="space-between" mt="xs">
          <Button type="submit" size="xs">
            Ask
          </Button>
          {search.ask && <AsCall call="graph.ask" ids={[domainId]} fields={fields} />}
        </Group>
      </Form>
      {status.data?.has_model === false && (
        <Text size="xs" c="dimmed">
          No language model is configured, so the answer is made of facts and of the best passages, word for word.
        </Text>
      )}
      {error && <Problem error={error} onRetry={() => refetch()} />}
      {search.ask && isFetching && !data && (
        <Skeleton h={120} animate={false} role="status" aria-label="Looking for an answer" />
      )}
      {data?.answer === '' && <Text size="sm">No page that was read says anything about this.</Text>}
      {data && data.answer !== '' && (
        <>
          <Answer text={data.answer} citations={data.citations.length} />
          <Sources citations={data.citations} />
        </>
      )}
    </Stack>
  )
}

function Sources({ citations }: { citations: Citation[] }) {
  return (
    <>
      <Title order={3} size="h6">
        Sources
      </Title>
      <Stack component="ol" gap="sm" m={0} p={0} style={{ listStyle: 'none' }}>
        {citations.map(({ quote, url }, at) => (
          <li key={quote + url} id={`source-${at + 1}`}>
            <blockquote className="quote">
              <Text size="sm" className="said" lineClamp={8}>
                {quote}
              </Text>
            </blockquote>
            <Text size="xs" c="dimmed" mt={2}>
              [{at + 1}]{' '}
              <Away href={quoteAddress(url, quote)}>
                <span className="said">{readable(url)}</span>
              </Away>
            </Text>
          </li>
        ))}
      </Stack>
    </>
  )
}

/** The answer, in which `[1]` leads to the first source. */
function Answer({ text, citations }: { text: string; citations: number }) {
  return (
    <Text component="div" className="said">
      {text.split(/(\[\d+\])/).map((part, at) => {
        const number = Number(/^\[(\d+)\]$/.exec(part)?.[1])
        if (!number || number > citations) return part
        const go = () => document.getElementById(`source-${number}`)?.scrollIntoView({ block: 'nearest' })
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one answer never move
          <Anchor key={at} component="button" size="sm" aria-label={`Source ${number}`} onClick={go}>
            {part}
          </Anchor>
        )
      })}
    </Text>
  )
}
