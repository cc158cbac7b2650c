import { Anchor } from '@mantine/core'
import type { ReactNode } from 'react'
import { readable, webAddress } from './web-address.ts'

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
