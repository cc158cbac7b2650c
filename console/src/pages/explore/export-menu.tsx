import { Button, Menu } from '@mantine/core'
import { renderQuery } from '@polegraph/sdk/transport.ts'
import { base } from '../../shared/service/client.ts'
import type { Filters } from '../../views/explore-search.ts'

/** What each is for; the byte order mark is what Excel needs to read a table of text as UTF-8. */
const groups = [
  [
    'Tables',
    [
      ['xlsx', 'Excel workbook', 'a sheet of entities, one of relationships'],
      ['entities.csv', 'Entities as CSV', 'for any spreadsheet'],
      ['relationships.csv', 'Relationships as CSV', 'for any spreadsheet'],
      ['csv', 'CSV', 'both in one table'],
      ['parquet', 'Parquet', 'for DuckDB, pandas and data lakes'],
    ],
  ],
  [
    'Pictures, maps and calendars',
    [
      ['gexf', 'GEXF', 'for Gephi'],
      ['graphml', 'GraphML', 'for yEd and NetworkX'],
      ['geojson', 'GeoJSON', 'what has a place, for maps'],
      ['ics', 'Calendar', 'what has a time, as events'],
    ],
  ],
  [
    'Programs and databases',
    [
      ['ndjson', 'NDJSON', 'one JSON object a line'],
      ['ftm', 'FollowTheMoney', 'for Aleph and OpenSanctions'],
      ['jsonld', 'JSON-LD', 'linked data'],
      ['turtle', 'Turtle', 'RDF'],
      ['cypher', 'Cypher', 'for Neo4j'],
    ],
  ],
] as const

const forExcel: ReadonlySet<string> = new Set(['csv', 'entities.csv', 'relationships.csv'])

interface ExportMenuProps {
  domainId: string
  /** Those of the page, and what it searches for. */
  filters: Filters & { q?: string }
}

/** What the table shows, or the whole graph, as a file. The service streams it, whatever its size. */
export function ExportMenu({ domainId, filters }: ExportMenuProps) {
  const isWhole = Object.keys(filters).every((name) => name === 'as_of')
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <Button variant="default" size="xs">
          Export
        </Button>
      </Menu.Target>
      <Menu.Dropdown mah="70vh" style={{ overflowY: 'auto' }}>
        <Menu.Label>
          {isWhole ? 'The whole graph, without filters' : 'What the filters let through, and the relationships between'}
        </Menu.Label>
        {groups.map(([title, formats]) => (
          <div key={title}>
            <Menu.Label>{title}</Menu.Label>
            {formats.map(([format, label, use]) => (
              <Menu.Item
                key={format}
                component="a"
                href={`${base}/v1/domains/${domainId}/export${renderQuery({ format, ...filters, ...(forExcel.has(format) && { bom: '1' }) })}`}
                download
              >
                {label}, {use}
              </Menu.Item>
            ))}
          </div>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
