import { Box, Group, Text } from '@mantine/core'
import { useParams } from '@tanstack/react-router'
import { Away } from '../format/away.tsx'
import { CertaintyMark } from '../format/certainty-mark.tsx'
import { shorten } from '../format/shorten.ts'
import { quoteAddress } from '../format/text-fragment.ts'
import { Time } from '../format/time.tsx'
import { readable } from '../format/web-address.ts'
import { AwayIcon } from '../page/icons.tsx'
import { PageLink, type PagePlace } from '../page/page-link.tsx'
import type { Evidence } from '../service/types.ts'
import { LongText } from './long-text.tsx'

type Quoted = Pick<
  Evidence,
  'quote' | 'url' | 'page_id' | 'start' | 'end' | 'observed_at' | 'mode' | 'model' | 'certainty'
>

/** A quote of a page, with its reader and time. One link opens it in the stored text, another the live page at these words. */
export function Quote({ quoted, of = {} }: { quoted: Quoted; of?: Pick<PagePlace, 'entity' | 'relationship'> }) {
  return (
    <Box
      component="figure"
      m={0}
      pl="sm"
      style={{ borderInlineStart: '3px solid var(--mantine-color-default-border)' }}
    >
      <Text component="blockquote" m={0} size="sm">
        <LongText text={quoted.quote} />
      </Text>
      <Group component="figcaption" gap={6} c="dimmed" fz="xs">
        <QuoteLinks quoted={quoted} of={of} />
        <Time at={quoted.observed_at} />
        <span>{readBy(quoted)}</span>
        <CertaintyMark certainty={quoted.certainty} />
      </Group>
    </Box>
  )
}

function QuoteLinks({ quoted, of }: { quoted: Quoted; of: PagePlace }) {
  const { domainId = '' } = useParams({ strict: false })
  const { url, quote, page_id, start, end } = quoted
  const address = readable(url)
  const shown = shorten(address, 70)
  return (
    <Group gap={4} wrap="nowrap" component="span" fz="xs" miw={0}>
      <PageLink
        {...{ domainId, pageId: page_id, search: { ...of, at: `${start}-${end}` }, inherit: true }}
        aria-label={`Read this quote in its page: ${shown}`}
      >
        <span className="said">{shown}</span>
      </PageLink>
      <Away href={quoteAddress(url, quote)} aria-label={`Open the page at this quote: ${address.slice(0, 200)}`}>
        <AwayIcon size={14} />
      </Away>
    </Group>
  )
}

export const readBy = ({ mode, model }: Pick<Evidence, 'mode' | 'model'>) =>
  mode === 'agentic' ? `read by ${model ?? 'a model'}` : 'read without a model'
