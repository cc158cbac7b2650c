import { Anchor, type AnchorProps } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'

/** What is marked more strongly on a page: an entity or a relationship, and the words that are meant. */
export interface PagePlace {
  entity?: string
  relationship?: string
  /** Offsets of words in the text of the page: `120-180`. */
  at?: string
}

interface PageLinkProps extends AnchorProps {
  domainId: string
  pageId: string
  search?: PagePlace
  'aria-label'?: string
  children: ReactNode
}

/** A link to the stored text of a page. */
export function PageLink({ domainId, pageId, search = {}, ...rest }: PageLinkProps) {
  const params = { domainId, pageId }
  return (
    <Anchor
      {...rest}
      renderRoot={(props) => <Link {...props} to="/d/$domainId/p/$pageId" params={params} search={search} />}
    />
  )
}
