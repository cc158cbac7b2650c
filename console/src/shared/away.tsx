import { Anchor } from '@mantine/core'
import type { ReactNode } from 'react'

// Addresses on pages of strangers are not to be trusted.

/** The address, when a browser may be sent there. */
export function webAddress(url: string): string | undefined {
  const parsed = URL.parse(url)
  return parsed && ['http:', 'https:'].includes(parsed.protocol) ? parsed.href : undefined
}

/** An address without what every address has; for reading. */
export const readable = (url: string) => url.replace(/^https?:\/\/(?:www\.)?/, '').replace(/\/$/, '')

/** A link to a page of a stranger; plain text when it is no address of the web. */
export function Away({ href, children, ...rest }: { href: string; children?: ReactNode; 'aria-label'?: string }) {
  const address = webAddress(href)
  const shown = children ?? <span className="said">{readable(href)}</span>
  if (!address) return <>{shown}</>
  return (
    <Anchor
      inherit
      href={address}
      target="_blank"
      rel="noopener noreferrer nofollow"
      referrerPolicy="no-referrer"
      {...rest}
    >
      {shown}
    </Anchor>
  )
}

/** The page at a quote: browsers look for the text and scroll there. A long one is named by how it begins and ends. */
export function quoteAddress(url: string, quote: string): string {
  const address = webAddress(url)
  const words = quote.split(/\s+/).filter(Boolean)
  if (!address || words.length === 0) return url
  const encode = (part: string[]) => encodeURIComponent(part.join(' ')).replaceAll('-', '%2D')
  const text = words.length <= 12 ? encode(words) : `${encode(words.slice(0, 5))},${encode(words.slice(-5))}`
  const [plain = '', hash = ''] = address.split('#', 2)
  return `${plain}#${hash.split(':~:', 1)[0]}:~:text=${text}`
}
