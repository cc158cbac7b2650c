import { Anchor, Box, Button, Group, Stack, Text } from '@mantine/core'
import { useParams } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { fieldLabel, formatValue } from '../../shared/curation/values.ts'
import { CertaintyMark } from '../../shared/format/certainty-mark.tsx'
import { formatNumber, formatWords } from '../../shared/format/format.ts'
import { shorten } from '../../shared/format/shorten.ts'
import { EntityLink } from '../../shared/page/entity-link.tsx'
import { useMayWrite } from '../../shared/service/session.ts'
import type { PageText } from '../../shared/service/types.ts'
import { isWithin, type PageQuote, type TextSpan } from './marked-text.ts'
import classes from './read.module.css'

const first = 2

/** What the quotes of a block tell: those of the entity that the reader came for first. */
export function Margin({
  text,
  span,
  quotes,
  isStrong,
  onCorrect,
}: {
  text: PageText
  span: TextSpan
  quotes: PageQuote[]
  isStrong: (quote: PageQuote) => boolean
  onCorrect?: (quoted: TextSpan) => void
}) {
  const [isWhole, setIsWhole] = useState(false)
  const mayWrite = useMayWrite()
  const own = quotes.filter((quote) => isWithin(quote, span))
  // A quote that goes over several blocks is told beside the first.
  const begun = own.filter(({ start }) => start >= span.start)
  const facts = factsOf(text, begun, isStrong)
  if (facts.length === 0) return null
  const shown = isWhole || facts.length <= first + 1 ? facts : facts.slice(0, first)
  const quoted = begun.find(isStrong) ?? begun[0]
  return (
    <Box role="group" className={classes.margin ?? ''} aria-label="What this tells">
      <Stack gap={2}>
        {shown.map((fact) => (
          <Fact key={fact.key} fact={fact} />
        ))}
        {/* In one row: what stands beside a block is seldom higher than it, or the text would have gaps. */}
        <Group gap="sm">
          {facts.length > shown.length && (
            <Anchor component="button" type="button" size="xs" ta="start" onClick={() => setIsWhole(true)}>
              Show all {formatNumber(facts.length)}
            </Anchor>
          )}
          {mayWrite && onCorrect && quoted && (
            <Button
              size="compact-xs"
              variant="subtle"
              color="gray"
              className={classes.correct ?? ''}
              onClick={() => onCorrect({ start: quoted.start, end: quoted.end })}
            >
              Correct
            </Button>
          )}
        </Group>
      </Stack>
    </Box>
  )
}

interface ToldFact {
  key: string
  isStrong: boolean
  certainty: PageQuote['certainty']
  tells: (domainId: string) => ReactNode
}

function Fact({ fact }: { fact: ToldFact }) {
  const { domainId } = useParams({ from: '/signed-in/d/$domainId/p/$pageId' })
  return (
    <Text size="xs" component="div" className={classes.fact ?? ''} data-strong={fact.isStrong || undefined}>
      {fact.tells(domainId)} <CertaintyMark certainty={fact.certainty} />
    </Text>
  )
}

/** Facts in words, each once. That a name is named is not told where something else of it is. */
function factsOf(text: PageText, quotes: PageQuote[], isStrong: (quote: PageQuote) => boolean): ToldFact[] {
  const entities = new Map(text.entities.map((one) => [one.id, one]))
  const relationships = new Map(text.relationships.map((one) => [one.id, one]))
  const told = new Map<string, ToldFact>()
  const says = new Set(quotes.flatMap(({ entity_id, field }) => (entity_id && field !== 'name' ? [entity_id] : [])))
  for (const quote of quotes) {
    const { entity_id, relationship_id, field, values, certainty } = quote
    const key = `${entity_id ?? relationship_id} ${field} ${values.join(' ')} ${certainty}`
    const entity = entities.get(entity_id ?? '')
    const relationship = relationships.get(relationship_id ?? '')
    const isNamed = field === 'name' && entity_id && says.has(entity_id)
    if (told.has(key) || isNamed || (relationship && field !== 'type')) continue
    const fact = { key, isStrong: isStrong(quote), certainty }
    if (entity) told.set(key, { ...fact, tells: (domainId) => <OfEntity {...{ domainId, entity, field, values }} /> })
    const [from, to] = [entities.get(relationship?.from ?? ''), entities.get(relationship?.to ?? '')]
    if (!relationship || !from || !to) continue
    const { type } = relationship
    told.set(key, { ...fact, tells: (domainId) => <Related {...{ domainId, from, type, to }} /> })
  }
  return [...told.values()].sort((a, b) => Number(b.isStrong) - Number(a.isStrong))
}

type Named = PageText['entities'][number]

const Name = ({ domainId, entity }: { domainId: string; entity: Named }) => (
  <EntityLink domainId={domainId} entityId={entity.id} inherit>
    <span className="said">{shorten(entity.name, 60)}</span>
  </EntityLink>
)

function OfEntity(props: { domainId: string; entity: Named; field: string; values: string[] }) {
  const { domainId, entity, field, values } = props
  return (
    <>
      <Name domainId={domainId} entity={entity} />
      {field === 'name' ? (
        ` · ${formatWords(entity.kind)}`
      ) : (
        <>
          {' · '}
          {fieldLabel(field)}:{' '}
          <span className="said">{values.map((value) => shorten(formatValue(field, value), 120)).join(', ')}</span>
        </>
      )}
    </>
  )
}

function Related({ domainId, from, type, to }: { domainId: string; from: Named; type: string; to: Named }) {
  return (
    <>
      <Name domainId={domainId} entity={from} /> {formatWords(type)} <Name domainId={domainId} entity={to} />
    </>
  )
}
