import { Group, Stack, Table, Text } from '@mantine/core'
import { formatWords } from '../../shared/format/format.ts'
import { formatWhen } from '../../shared/format/format-when.ts'
import { formatWhere } from '../../shared/format/format-where.ts'
import { Kind } from '../../shared/format/kinds.tsx'
import type { PublicEntity } from '../../shared/service/types.ts'

/** The public part of an entity. */
export function SharedEntity({ entity }: { entity: PublicEntity }) {
  const { kind, aliases, summary, when, where } = entity
  const attributes = Object.entries(entity.attributes)
  return (
    <Stack gap="sm">
      <Group>
        <Kind kind={kind} />
      </Group>
      {aliases.length > 0 && (
        <Text size="sm" c="dimmed" className="said" lineClamp={4}>
          Also {aliases.join(', ')}
        </Text>
      )}
      {summary && (
        <Text size="sm" className="said">
          {summary}
        </Text>
      )}
      {(when || where) && (
        <Text size="sm">{[when && formatWhen(when), where && formatWhere(where)].filter(Boolean).join(', ')}</Text>
      )}
      {attributes.length > 0 && (
        <Table layout="fixed" aria-label="Values">
          <Table.Tbody>
            {attributes.map(([name, value]) => (
              <Table.Tr key={name}>
                <Table.Th scope="row" w="40%" c="dimmed" fw={400} className="said">
                  {formatWords(name)}
                </Table.Th>
                <Table.Td className="said">{Array.isArray(value) ? value.join(', ') : String(value)}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
    </Stack>
  )
}
