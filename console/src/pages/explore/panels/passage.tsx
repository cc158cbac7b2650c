import { Text } from '@mantine/core'
import { Away } from '../../../shared/format/away.tsx'
import { quoteAddress } from '../../../shared/format/text-fragment.ts'
import { readable } from '../../../shared/format/web-address.ts'

/** A few lines of a page, and the page. */
export function Passage({ quote, url }: { quote: string; url: string }) {
  return (
    <>
      <blockquote className="quote">
        <Text size="sm" className="said" lineClamp={5}>
          {quote}
        </Text>
      </blockquote>
      <Text size="xs" c="dimmed" mt={2}>
        <Away href={quoteAddress(url, quote)}>
          <span className="one-line">{readable(url)}</span>
        </Away>
      </Text>
    </>
  )
}
