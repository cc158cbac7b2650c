import { Anchor, Badge, Box, Button, Group, Paper, Skeleton, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { AuditItem } from '../../shared/curation/audit-entry.tsx'
import { explanationQuery } from '../../shared/curation/entity-queries.ts'
import { MergeItem } from '../../shared/curation/merge-item.tsx'
import { Quote, readBy } from '../../shared/curation/quote.tsx'
import { ReasonList } from '../../shared/curation/reason-list.tsx'
import { useDecision } from '../../shared/curation/use-decision.ts'
import { Away } from '../../shared/format/away.tsx'
import { formatCount, formatPercent } from '../../shared/format/format.ts'
import { EntityLink } from '../../shared/page/entity-link.tsx'
import { Problem } from '../../shared/page/problem.tsx'
import { polegraph } from '../../shared/service/client.ts'
import { useMayWrite } from '../../shared/service/session.ts'
import type { Entity, Explanation } from '../../shared/service/types.ts'

/** Why an entity is in the graph, and why it looks as it does: pages, merges, pairs and people. */
export function WhyTab({ domainId, entity }: { domainId: string; entity: Entity }) {
  const found = useQuery(explanationQuery(domainId, entity.id))
  if (found.error && !found.data) return <Problem error={found.error} onRetry={() => found.refetch()} />
  if (!found.data) return <Skeleton h={400} />
  const { pages, merges, rests_on, pairs, edits } = found.data
  return (
    <Stack gap="lg">
      <Text>
        {pages.length === 0
          ? 'No page speaks of it. It is here because a person added it.'
          : `${formatCount(pages.length, 'page')} of ${formatCount(new Set(pages.map(({ host }) => host)).size, 'host')} ${pages.length === 1 ? 'speaks' : 'speak'} of it.`}
      </Text>
      {pages.length > 0 && (
        <Part title="Pages">
          {pages.map((page) => (
            <PageItem key={page.page_id} page={page} />
          ))}
        </Part>
      )}
      {rests_on.length > 0 && (
        <Part title="One by the name alone">
          {rests_on.map((join) => (
            <NameJoinItem key={join.duplicate_id} domainId={domainId} join={join} />
          ))}
        </Part>
      )}
      {merges.length > 0 && (
        <Part title="Merged from">
          {merges.map((merge) => (
            <MergeItem key={merge.id} domainId={domainId} merge={merge} />
          ))}
        </Part>
      )}
      {pairs.length > 0 && (
        <Part title="Others that were compared with it">
          {pairs.map((pair) => (
            <PairItem key={pair.id} domainId={domainId} entityId={entity.id} pair={pair} />
          ))}
        </Part>
      )}
      {edits.length > 0 && (
        <Part title="What people changed">
          {edits.map((entry) => (
            <AuditItem key={entry.id} domainId={domainId} entry={entry} />
          ))}
        </Part>
      )}
    </Stack>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Box component="section">
      <Title order={2} size="h5" mb="xs">
        {title}
      </Title>
      <Stack gap="xs">{children}</Stack>
    </Box>
  )
}

const quotesFirst = 3

function PageItem({ page }: { page: Explanation['pages'][number] }) {
  const [isWhole, setIsWhole] = useState(false)
  const { url, mode_reason, gate_rule, quotes } = page
  const [latest] = quotes
  const why = [
    latest && readBy(latest),
    mode_reason,
    gate_rule === null ? 'kept: no gate rule was against it' : `kept by the gate rule ${gate_rule}`,
  ]
  return (
    <Paper withBorder p="sm" component="article">
      <Stack gap="xs">
        <div>
          <Text size="sm" fw={600} component="div">
            <Away href={url} />
          </Text>
          <Text size="xs" c="dimmed" className="said">
            {why.filter(Boolean).join(' · ')}
          </Text>
        </div>
        {(isWhole ? quotes : quotes.slice(0, quotesFirst)).map((quoted) => (
          <Quote key={quoted.evidence_id} quoted={{ ...quoted, url }} />
        ))}
        {quotes.length > quotesFirst && (
          <Anchor component="button" type="button" size="sm" ta="start" onClick={() => setIsWhole(!isWhole)}>
            {isWhole ? 'Show fewer' : `Show all ${quotes.length} quotes`}
          </Anchor>
        )}
      </Stack>
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
