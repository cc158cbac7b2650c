import { Badge, Box, Button, Group, Paper, Stack, Text, Title } from '@mantine/core'
import { useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { AuditItem } from '../../shared/curation/audit-entry.tsx'
import { MergeItem } from '../../shared/curation/merge-item.tsx'
import { readBy } from '../../shared/curation/quote.tsx'
import { ReasonList } from '../../shared/curation/reason-list.tsx'
import { useDecision } from '../../shared/curation/use-decision.ts'
import { formatCount, formatPercent } from '../../shared/format/format.ts'
import { shorten } from '../../shared/format/shorten.ts'
import { readable } from '../../shared/format/web-address.ts'
import { formatRule } from '../../shared/forms/rule-fields.ts'
import { EntityLink } from '../../shared/page/entity-link.tsx'
import { PageLink } from '../../shared/page/page-link.tsx'
import { polegraph } from '../../shared/service/client.ts'
import { useMayWrite } from '../../shared/service/session.ts'
import type { Entity, Explanation } from '../../shared/service/types.ts'
import { FirstRows } from './first-rows.tsx'

/** Why an entity is in the graph, and why it looks as it does: pages, merges, pairs and people. */
export function WhyHere({ domainId, entity, explained }: { domainId: string; entity: Entity; explained: Explanation }) {
  const { pages, merges, rests_on, pairs, edits } = explained
  return (
    <Stack gap="lg">
      <Text size="sm">
        {pages.length === 0
          ? 'No page speaks of it. It is here because a person added it.'
          : `${formatCount(pages.length, 'page')} of ${formatCount(new Set(pages.map(({ host }) => host)).size, 'site')} ${pages.length === 1 ? 'speaks' : 'speak'} of it.`}
      </Text>
      <Part title="Pages" rows={pages}>
        {(page) => <PageItem key={page.page_id} domainId={domainId} entityId={entity.id} page={page} />}
      </Part>
      <Part title="One by the name alone" rows={rests_on}>
        {(join) => <NameJoinItem key={join.duplicate_id} domainId={domainId} join={join} />}
      </Part>
      <Part title="Merged from" rows={merges}>
        {(merge) => <MergeItem key={merge.id} domainId={domainId} merge={merge} />}
      </Part>
      <Part title="Others that were compared with it" rows={pairs}>
        {(pair) => <PairItem key={pair.id} domainId={domainId} entityId={entity.id} pair={pair} />}
      </Part>
      <Part title="What people changed" rows={edits}>
        {(entry) => <AuditItem key={entry.id} domainId={domainId} entry={entry} />}
      </Part>
    </Stack>
  )
}

const first = 4

function Part<Row>({ title, rows, children }: { title: string; rows: Row[]; children: (row: Row) => ReactNode }) {
  const { tab } = useSearch({ from: '/signed-in/d/$domainId/e/$entityId' })
  if (rows.length === 0) return null
  return (
    <Box component="section">
      <Title order={3} size="h6" mb="xs">
        {title}
      </Title>
      <Stack gap="xs">
        <FirstRows rows={rows} {...{ first, what: title.toLowerCase(), isWhole: tab === 'why' }}>
          {(shown) => shown.map(children)}
        </FirstRows>
      </Stack>
    </Box>
  )
}

/** A page, how it was read, and why the gate kept it. Its quotes stand above. */
function PageItem({
  domainId,
  entityId,
  page,
}: {
  domainId: string
  entityId: string
  page: Explanation['pages'][number]
}) {
  const { page_id, url, mode_reason, gate_rule, quotes } = page
  const [latest] = quotes
  const why = [
    latest && readBy(latest),
    mode_reason,
    gate_rule === null ? 'kept: no gate rule was against it' : `kept by the gate: ${formatRule(gate_rule)}`,
  ]
  return (
    <Paper withBorder p="sm" component="article">
      <Text size="sm" fw={600} component="div">
        <PageLink domainId={domainId} pageId={page_id} search={{ entity: entityId }}>
          <span className="said">{shorten(readable(url))}</span>
        </PageLink>
      </Text>
      <Text size="xs" c="dimmed" className="said">
        {[formatCount(quotes.length, 'quote'), ...why].filter(Boolean).join(' · ')}
      </Text>
    </Paper>
  )
}

/** Sites that are there because of the name, and two buttons that say whether they are right. */
function NameJoinItem({ domainId, join }: { domainId: string; join: Explanation['rests_on'][number] }) {
  const mayWrite = useMayWrite()
  const judge = useDecision(domainId, {
    call: (judgement: 'same' | 'different') => polegraph.duplicates.judge(domainId, join.duplicate_id, { judgement }),
    says: (judgement) => (judgement === 'same' ? 'Same: they stay one.' : 'Different: they are two now.'),
  })
  return (
    <Paper withBorder p="sm" component="article">
      <Group gap="xs" justify="space-between">
        <Text size="sm" className="said" style={{ flex: '1 1 220px', minWidth: 0 }}>
          {listed(join.sites)} and {listed(join.others)} name {join.name.slice(0, 200)}. Nothing else tells that they
          mean the same.
        </Text>
        {mayWrite && (
          <Group gap="xs">
            {(['same', 'different'] as const).map((judgement) => (
              <Button
                key={judgement}
                size="compact-sm"
                variant="default"
                loading={judge.isRunning && judge.input === judgement}
                disabled={judge.isRunning}
                onClick={() => judge.run(judgement)}
              >
                {judgement === 'same' ? 'Same' : 'Different'}
              </Button>
            ))}
          </Group>
        )}
      </Group>
      {judge.problem}
    </Paper>
  )
}

const sitesFirst = 3

const listed = (sites: string[]) =>
  sites.length > sitesFirst
    ? `${sites.slice(0, sitesFirst).join(', ')} and ${sites.length - sitesFirst} more`
    : sites.join(', ')

function PairItem({
  domainId,
  entityId,
  pair,
}: {
  domainId: string
  entityId: string
  pair: Explanation['pairs'][number]
}) {
  const { other, decision, judgement, score, reasons, held_by } = pair
  return (
    <Paper withBorder p="sm" component="article">
      <Group gap="xs" justify="space-between">
        <EntityLink domainId={domainId} entityId={entityId} search={{ merge: other.id }} size="sm" maw="100%">
          <span className="one-line">{other.name}</span>
        </EntityLink>
        <Badge variant="light" color={judgement ? 'blue' : 'gray'} tt="none">
          {judgement ? `a person said: ${judgement}` : `${decision}, ${formatPercent(score)}`}
        </Badge>
      </Group>
      <ReasonList reasons={[...reasons, ...(held_by ? [`kept apart by: ${held_by}`] : [])]} c="dimmed" />
    </Paper>
  )
}
