import { Anchor, Group } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { formatNumber } from '../../shared/format/format.ts'
import type { Entity } from '../../shared/service/types.ts'
import classes from './entity.module.css'
import { leadTo } from './lead-to.ts'

/** Links to the parts of the page, which stay in view. */
export function PartLinks({ domainId, entity }: { domainId: string; entity: Entity }) {
  const parts = [
    { name: 'facts', label: 'Facts' },
    { name: 'timeline', label: 'Where and when' },
    { name: 'relationships', label: `Relationships ${formatNumber(entity.relationship_count)}` },
    { name: 'evidence', label: `Quotes ${formatNumber(entity.evidence_count)}` },
    { name: 'history', label: 'History' },
    { name: 'why', label: 'Why it is here' },
  ] as const
  return (
    <Group
      component="nav"
      aria-label="Parts of this page"
      gap="md"
      wrap="nowrap"
      className={`sideways ${classes.links ?? ''}`}
    >
      {parts.map(({ name, label }) => (
        <Anchor
          key={name}
          size="sm"
          style={{ whiteSpace: 'nowrap' }}
          renderRoot={(props) => (
            <Link
              {...props}
              to="/d/$domainId/e/$entityId"
              params={{ domainId, entityId: entity.id }}
              search={{ tab: name }}
              resetScroll={false}
              onClick={() => leadTo(name)}
            />
          )}
        >
          {label}
        </Anchor>
      ))}
    </Group>
  )
}
