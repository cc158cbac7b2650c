import { ActionIcon, Badge, Box, Button, Group, Stack, Text, UnstyledButton } from '@mantine/core'
import { useNavigate, useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Notice } from '../../../shared/curation/notice.tsx'
import { useDecision } from '../../../shared/curation/use-decision.ts'
import { capitalized, fieldLabel, formatValue } from '../../../shared/curation/values.ts'
import { CertaintyMark } from '../../../shared/format/certainty-mark.tsx'
import { Problem } from '../../../shared/page/problem.tsx'
import { polegraph } from '../../../shared/service/client.ts'
import { useMayWrite } from '../../../shared/service/session.ts'
import type { Contradiction, Entity } from '../../../shared/service/types.ts'
import { ChevronIcon } from '../chevron-icon.tsx'
import classes from '../entity.module.css'
import { FieldQuotes, fieldsOf } from '../field-quotes.tsx'
import { peeked, QuotePeek } from '../quote-peek.tsx'

interface FactProps {
  domainId: string
  entity: Entity
  etag: string
  field: string
  contradiction: Contradiction | undefined
  /** The value has links of its own, so that it cannot be a button. */
  isPlain?: boolean
  children: ReactNode
}

/** A value, what a person or other pages say against it, and its quotes when it is opened. */
export function FactRow({ isPlain = false, children, ...fact }: FactProps) {
  const { field, entity, contradiction } = fact
  const { field: open } = useSearch({ from: '/signed-in/d/$domainId/e/$entityId' })
  const navigate = useNavigate({ from: '/d/$domainId/e/$entityId' })
  const isOpen = open === field
  const label = fieldLabel(field)
  const toggle = () =>
    void navigate({
      search: ({ field: _, ...search }) => ({ ...search, ...(!isOpen && { field }) }),
      resetScroll: false,
      replace: true,
    })
  const expands = { 'aria-expanded': isOpen, onClick: toggle }
  const query = { field: fieldsOf(field), limit: peeked }
  const peek = {
    queryKey: ['d', fact.domainId, 'entity', entity.id, 'evidence', 'peek', query],
    read: (signal: AbortSignal) => polegraph.entities.listEvidence(fact.domainId, entity.id, query, { signal }),
  }
  return (
    <Box className={classes.fact} id={`fact-${field}`}>
      <Text size="sm" c="dimmed" id={`label-${field}`}>
        {label}
      </Text>
      <Stack gap={6} miw={0}>
        <Group gap="xs" align="flex-start" wrap="nowrap" justify="space-between">
          {isPlain ? (
            <Group gap={4} wrap="nowrap" align="flex-start" miw={0}>
              <Box miw={0}>{children}</Box>
              <QuotePeek peek={peek} isOff={isOpen}>
                <ActionIcon
                  {...expands}
                  className={classes.value ?? ''}
                  variant="subtle"
                  color="gray"
                  size="sm"
                  aria-label={`Quotes for ${label}`}
                >
                  <ChevronIcon size={14} />
                </ActionIcon>
              </QuotePeek>
            </Group>
          ) : (
            <QuotePeek peek={peek} isOff={isOpen}>
              <UnstyledButton {...expands} className={classes.value ?? ''}>
                {children}
                <ChevronIcon size={14} />
              </UnstyledButton>
            </QuotePeek>
          )}
          {entity.pinned.includes(field) && (
            <Badge variant="light" color="blue" size="sm" tt="none" style={{ flexShrink: 0 }}>
              set by a person
            </Badge>
          )}
        </Group>
        {contradiction && <Disagreement {...fact} contradiction={contradiction} />}
        {isOpen && (
          <Stack gap="sm" py="xs">
            <FieldQuotes domainId={fact.domainId} entityId={entity.id} field={field} />
            <FactActions {...fact} />
          </Stack>
        )}
      </Stack>
    </Box>
  )
}

type Fact = Omit<FactProps, 'isPlain' | 'children'>

/** Other values that pages give. A person who knows can choose one, and no crawl changes it back. */
function Disagreement({ domainId, entity, etag, field, contradiction }: Fact & { contradiction: Contradiction }) {
  const mayWrite = useMayWrite()
  const choose = useDecision(domainId, {
    call: (value: string) =>
      polegraph.entities.change(
        domainId,
        entity.id,
        { ...setting(field, value), reason: 'Chosen among what pages say.' },
        { if_match: etag },
      ),
    says: `${fieldLabel(field)} is set.`,
  })
  return (
    <Notice title="Pages disagree">
      <Stack gap={6}>
        {contradiction.values.map(({ value, certainty, hosts, evidence_ids }) => (
          <Group key={`${certainty} ${value}`} gap="xs" justify="space-between">
            <Text size="sm" component="div" style={{ flex: '1 1 160px' }}>
              <span className="said">{formatValue(field, value)}</span> <CertaintyMark certainty={certainty} />{' '}
              <Text span size="xs" c="dimmed" className="said">
                {hosts.slice(0, 5).join(', ')}
                {hosts.length > 5 && ` and ${hosts.length - 5} more`} · {evidence_ids.length}×
              </Text>
            </Text>
            {mayWrite && certainty === 'said' && (
              <Button
                size="compact-xs"
                variant="default"
                loading={choose.input === value}
                onClick={() => choose.run(value)}
                aria-label={`Use this: ${formatValue(field, value).slice(0, 80)}`}
              >
                Use this
              </Button>
            )}
          </Group>
        ))}
        {choose.problem}
      </Stack>
    </Notice>
  )
}

/** The body that sets one field to a value of a contradiction. */
function setting(field: string, value: string) {
  const [outer = '', key = ''] = field.split('.')
  if (outer === 'attributes') return { attributes: { [key]: value } }
  if (outer === 'external_ids') return { external_ids: { [key]: value } }
  if (outer === 'where') return { where: JSON.parse(value) as NonNullable<Entity['where']> }
  const when = value.startsWith('{') ? (JSON.parse(value) as { edtf: string }).edtf : value
  return { when }
}

function FactActions({ domainId, entity, etag, field }: Fact) {
  const mayWrite = useMayWrite()
  const [, attribute] = field.split('attributes.')
  const unpin = useDecision(domainId, {
    call: () => polegraph.entities.change(domainId, entity.id, { pinned: { [field]: null } }, { if_match: etag }),
    says: `${fieldLabel(field)} shows again what the pages say.`,
  })
  const remove = useDecision(domainId, {
    call: (key: string) => polegraph.entities.deleteAttribute(domainId, entity.id, key, {}, { if_match: etag }),
    says: `${capitalized(fieldLabel(field))} is deleted, and stays so.`,
  })
  const isPinned = entity.pinned.includes(field)
  if (!mayWrite || (!isPinned && !attribute)) return null
  return (
    <>
      <Group gap="xs">
        {isPinned && (
          <Button size="compact-sm" variant="default" loading={unpin.isRunning} onClick={() => unpin.run()}>
            Show what the pages say
          </Button>
        )}
        {attribute && (
          <Button
            size="compact-sm"
            variant="light"
            color="red"
            loading={remove.isRunning}
            onClick={() => remove.run(attribute)}
          >
            Delete this value
          </Button>
        )}
      </Group>
      {(unpin.error ?? remove.error) && <Problem error={unpin.error ?? remove.error} />}
    </>
  )
}
