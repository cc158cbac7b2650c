import { Anchor, type AnchorProps } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'

interface EntityLinkProps extends AnchorProps {
  domainId: string
  entityId: string
  /** The tab, the field or the other entity that is open there. */
  search?: { tab?: 'relationships' | 'evidence'; field?: string; merge?: string }
  'aria-label'?: string
  children: ReactNode
}

/** A link to the page of an entity. */
export function EntityLink({ domainId, entityId, search = {}, ...rest }: EntityLinkProps) {
  const params = { domainId, entityId }
  return (
    <Anchor
      {...rest}
      renderRoot={(props) => <Link {...props} to="/d/$domainId/e/$entityId" params={params} search={search} />}
    />
  )
}
