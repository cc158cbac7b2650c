import { Button, Menu } from '@mantine/core'
import { renderQuery } from '@polegraph/sdk/transport.ts'
import { base } from '../../shared/service/client.ts'

const formats = [
  ['csv', 'CSV', 'tables of entities and relationships'],
  ['ndjson', 'NDJSON', 'one JSON object a line'],
  ['jsonld', 'JSON-LD', 'linked data'],
  ['turtle', 'Turtle', 'RDF'],
  ['graphml', 'GraphML', 'for Gephi and yEd'],
  ['cypher', 'Cypher', 'for Neo4j'],
] as const

/** The whole graph as a file. The service streams it, whatever its size. */
export function ExportMenu({ domainId, as_of }: { domainId: string; as_of?: string | undefined }) {
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <Button variant="default" size="xs">
          Export
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>The whole graph, without filters</Menu.Label>
        {formats.map(([format, label, use]) => (
          <Menu.Item
            key={format}
            component="a"
            href={`${base}/v1/domains/${domainId}/export${renderQuery({ format, as_of })}`}
            download
          >
            {label}, {use}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
