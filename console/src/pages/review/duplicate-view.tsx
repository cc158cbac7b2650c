import { Paper, SimpleGrid, Stack, Text, Title } from '@mantine/core'
import { ReasonList } from '../../shared/curation/reason-list.tsx'
import { doubtsOf } from '../../shared/curation/reasons.ts'
import { SideBySide } from '../../shared/curation/side-by-side.tsx'
import { formatPercent, formatWords } from '../../shared/format/format.ts'
import type { Duplicate } from '../../shared/service/types.ts'

/** The reasons for and against, and then the two themselves. */
export function DuplicateView({ domainId, duplicate }: { domainId: string; duplicate: Duplicate }) {
  const { entities, score, reasons, against } = duplicate
  const doubts = doubtsOf(duplicate)
  const ids = entities.map(({ id }) => id) as [string, string]
  const [doubt] = doubts
  return (
    <Stack>
      <Paper withBorder p="md" component="section" aria-label="Reasons">
        <Stack gap="sm">
          <Text size="sm" fw={600} className="said">
            {formatPercent(score)} alike{doubt ? `, but: ${formatWords(doubt)}` : ', and nothing speaks against it'}
          </Text>
          <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
            <Reasons title="For one" reasons={reasons.filter((reason) => !against.includes(reason))} />
            <Reasons title="For two" reasons={doubts} />
          </SimpleGrid>
        </Stack>
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
