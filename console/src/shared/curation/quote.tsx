import { Box, Group, Text } from '@mantine/core'
import { Away } from '../format/away.tsx'
import { CertaintyMark } from '../format/certainty-mark.tsx'
import { Time } from '../format/time.tsx'
import { quoteAddress, readable } from '../format/web-address.ts'
import { AwayIcon } from '../page/icons.tsx'
import type { Evidence } from '../service/types.ts'
import { LongText } from './long-text.tsx'

type Quoted = Pick<Evidence, 'quote' | 'url' | 'observed_at' | 'mode' | 'model' | 'certainty'>

/** A quote of a page, with its reader and time; the link opens the page at these words. */
export function Quote({ quoted }: { quoted: Quoted }) {
  return (
    <Box component="figure" m={0} pl="sm" style={{ borderLeft: '3px solid var(--mantine-color-default-border)' }}>
      <Text component="blockquote" m={0} size="sm">
        <LongText text={quoted.quote} />
      </Text>
      <Group component="figcaption" gap={6} c="dimmed" fz="xs">
        <QuoteLink quoted={quoted} />
        <Time at={quoted.observed_at} />
        <span>{readBy(quoted)}</span>
        <CertaintyMark certainty={quoted.certainty} />
      </Group>
    </Box>
  )
}

function QuoteLink({ quoted: { url, quote } }: { quoted: Quoted }) {
  return (
    <Away href={quoteAddress(url, quote)} aria-label={`Open the page at this quote: ${readable(url).slice(0, 200)}`}>
      <Group gap={4} wrap="nowrap" component="span" maw={460} fz="xs">
        <span className="one-line">{readable(url)}</span>
        <AwayIcon size={12} />
      </Group>
    </Away>
  )
}

export const readBy = ({ mode, model }: Pick<Evidence, 'mode' | 'model'>) =>
  mode === 'agentic' ? `read by ${model ?? 'a model'}` : 'read without a model'
