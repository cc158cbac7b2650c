import { Card, Group, Stack, Table, Text, Title } from '@mantine/core'
import { fieldLabels, fieldNames, tidied } from '../../shared/forms/rule-fields.ts'
import type { GateRules, GateVersion } from '../../shared/service/types.ts'

/** Two versions side by side: only what differs. */
export function Differences({ from, to }: { from: GateVersion; to: GateVersion }) {
  const [before, after] = [tidied(from.rules), tidied(to.rules)]
  const changed = fieldNames.filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]))
  return (
    <Card withBorder component="section" aria-label={`Differences between versions ${from.version} and ${to.version}`}>
      <Stack gap="sm">
        <Title order={2} size="h4">
          Differences
        </Title>
        {changed.length === 0 ? (
          <Text size="sm">
            Versions {from.version} and {to.version} have the same rules.
          </Text>
        ) : (
          <Table.ScrollContainer minWidth={480} type="native">
            <Table layout="fixed">
              <Table.Thead>
                <Table.Tr>
                  <Table.Th w={160}>Rule</Table.Th>
                  <Table.Th>Version {from.version}</Table.Th>
                  <Table.Th>Version {to.version}</Table.Th>
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {changed.map((name) => (
                  <Table.Tr key={name} style={{ verticalAlign: 'top' }}>
                    <Table.Th scope="row" fw={500}>
                      {fieldLabels[name]}
                    </Table.Th>
                    <Table.Td>
                      <Value value={before[name]} other={after[name]} sign="−" color="red" />
                    </Table.Td>
                    <Table.Td>
                      <Value value={after[name]} other={before[name]} sign="+" color="green" />
                    </Table.Td>
                  </Table.Tr>
                ))}
              </Table.Tbody>
            </Table>
          </Table.ScrollContainer>
        )}
      </Stack>
    </Card>
  )
}

type RuleValue = GateRules[keyof GateRules]

/** Shows what this version has and the other has not; of a list, also how many both have. */
function Value(props: { value: RuleValue; other: RuleValue; sign: string; color: string }) {
  const { value, other, sign, color } = props
  if (value === undefined) {
    return (
      <Text size="sm" c="dimmed">
        no restriction
      </Text>
    )
  }
  if (!Array.isArray(value)) {
    return (
      <Text size="sm" className="said">
        {String(value)}
      </Text>
    )
  }
  const others = new Set(Array.isArray(other) ? other : [])
  const own = value.filter((item) => !others.has(item))
  const shared = value.length - own.length
  return (
    <Stack gap={2}>
      {own.map((item) => (
        <Group key={item} gap={6} wrap="nowrap" align="baseline">
          <Text size="sm" fw={700} c={color}>
            {sign}
          </Text>
          <Text size="sm" className="said">
            {item}
          </Text>
        </Group>
      ))}
      {shared > 0 && (
        <Text size="sm" c="dimmed">
          {shared} in both
        </Text>
      )}
    </Stack>
  )
}
