import { Paper, SimpleGrid, Stack, Text, Title } from '@mantine/core'
import { ReasonList } from '../../shared/curation/reason-list.tsx'
import { isAgainst } from '../../shared/curation/reasons.ts'
import { SideBySide } from '../../shared/curation/side-by-side.tsx'
import { formatPercent } from '../../shared/format/format.ts'
import type { Duplicate } from '../../shared/service/types.ts'

/** The reasons for and against, and then the two themselves. */
export function DuplicateView({ domainId, duplicate }: { domainId: string; duplicate: Duplicate }) {
  const { entities, score, reasons, held_by } = duplicate
  const against = [...reasons.filter(isAgainst), ...(held_by ? [`kept apart by: ${held_by}`] : [])]
  const inFavour = reasons.filter((reason) => !isAgainst(reason))
  const ids = entities.map(({ id }) => id) as [string, string]
  return (
    <Stack>
      <Paper withBorder p="md" component="section" aria-label="Reasons">
        <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
          <Reasons title={`For being the same (${formatPercent(score)} sure)`} reasons={inFavour} />
          <Reasons title="Against" reasons={against} />
        </SimpleGrid>
      </Paper>
      <Paper withBorder p="md">
        <SideBySide domainId={domainId} ids={ids} />
      </Paper>
    </Stack>
  )
}

function Reasons({ title, reasons }: { title: string; reasons: string[] }) {
  return (
    <div>
      <Title order={2} size="h6" mb={4}>
        {title}
      </Title>
      {reasons.length === 0 ? (
        <Text size="sm" c="dimmed">
          Nothing.
        </Text>
      ) : (
        <ReasonList reasons={reasons} />
      )}
    </div>
  )
}
