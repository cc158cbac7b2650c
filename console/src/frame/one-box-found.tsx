import { Box, Combobox, Group, Text, TextInput, useCombobox } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Kind } from '../shared/format/kinds.tsx'
import { shorten } from '../shared/format/shorten.ts'
import { readable } from '../shared/format/web-address.ts'
import { explain } from '../shared/page/problem.tsx'
import { stringifySearch } from '../shared/page/search-params.ts'
import { polegraph } from '../shared/service/client.ts'
import { useIsOwner, useMayWrite } from '../shared/service/session.ts'

interface Choice {
  address: string
  label: ReactNode
  hint?: string | undefined
}

interface Section {
  title: string
  choices: Choice[]
}

interface OneBoxFoundProps {
  domainId: string | undefined
  onGo(address: string): void
  onClose(): void
}

/** The finds of the box, as a list that the arrow keys move through. */
export function OneBoxFound({ domainId, onGo, onClose }: OneBoxFoundProps) {
  const [typed, setTyped] = useState('')
  const [asked] = useDebouncedValue(typed.trim(), 150)
  const field = useRef<HTMLInputElement>(null)
  // The window sets its focus when it opens, and this part is loaded after that.
  useEffect(() => field.current?.focus(), [])
  const combobox = useCombobox({ opened: true, onDropdownClose: onClose })
  const found = useFound(domainId, asked)
  const sections = [...found.sections, ...useActions(domainId, typed.trim())].filter(
    ({ choices }) => choices.length > 0,
  )
  const addresses = sections.flatMap(({ choices }) => choices.map(({ address }) => address)).join(' ')
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever another list is shown, its first choice is meant
  useEffect(() => void combobox.selectFirstOption(), [addresses])
  return (
    <Combobox store={combobox} onOptionSubmit={onGo}>
      <Combobox.EventsTarget>
        <TextInput
          ref={field}
          data-autofocus
          size="md"
          variant="unstyled"
          px="md"
          aria-label="Find anything"
          placeholder={domainId ? 'Entities, passages, pages, actions' : 'Graphs, actions'}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
      </Combobox.EventsTarget>
      <Box mah="60vh" style={{ overflowY: 'auto', borderTop: '1px solid var(--mantine-color-default-border)' }}>
        <Combobox.Options p="xs" aria-label="Found">
          {sections.map(({ title, choices }) => (
            <Combobox.Group key={title} label={title}>
              {choices.map(({ address, label, hint }) => (
                <Combobox.Option key={address} value={address}>
                  <Group gap="xs" wrap="nowrap" miw={0}>
                    {label}
                    {hint && (
                      <Text span size="xs" c="dimmed" className="one-line" visibleFrom="xs">
                        {hint}
                      </Text>
                    )}
                  </Group>
                </Combobox.Option>
              ))}
            </Combobox.Group>
          ))}
          {found.error !== null && <Combobox.Empty>{explain(found.error).title}</Combobox.Empty>}
          {sections.length === 0 && found.error === null && (
            <Combobox.Empty>{found.isAsking ? 'Searching' : 'Nothing found'}</Combobox.Empty>
          )}
        </Combobox.Options>
      </Box>
    </Combobox>
  )
}

/** So many letters of an address have room. */
const addressRoom = () => (window.innerWidth < 480 ? 34 : 80)

function useFound(domainId: string | undefined, q: string) {
  const isOn = domainId !== undefined && q !== ''
  const options = { enabled: isOn, placeholderData: keepPreviousData, staleTime: 30_000 }
  const search = useQuery({
    queryKey: ['d', domainId, 'search', q],
    queryFn: ({ signal }) => polegraph.graph.search(domainId ?? '', { q, limit: 8 }, { signal, retries: 0 }),
    ...options,
  })
  const pages = useQuery({
    queryKey: ['d', domainId, 'pages', 'q', q],
    queryFn: ({ signal }) => polegraph.pages.list(domainId ?? '', { q, limit: 5 }, { signal, retries: 0 }),
    ...options,
  })
  const domains = useQuery({
    queryKey: ['domains', 'of the box'],
    queryFn: ({ signal }) => polegraph.domains.list({ limit: 100 }, { signal }),
    staleTime: 30_000,
  })
  const below = `/d/${domainId}`
  const sections: Section[] = []
  if (isOn) {
    const entities = search.data?.entities ?? []
    const passages = search.data?.passages ?? []
    sections.push(
      {
        title: 'Entities',
        choices: entities.map(({ id, name, kind, aliases }) => ({
          address: `${below}/e/${id}`,
          label: (
            <>
              <Kind kind={kind} />
              <span className="one-line">{name}</span>
            </>
          ),
          hint: aliases.slice(0, 2).join(', '),
        })),
      },
      {
        title: 'Passages',
        choices: passages.slice(0, 6).map(({ quote, url, page_id, start, end, entity_ids: [entity] }, at) => ({
          address: `${below}/p/${page_id}${stringifySearch({ entity, at: `${start}-${end}` })}`,
          label: <span className="one-line">{quote}</span>,
          // The page stands beside the first of its passages.
          hint: passages[at - 1]?.page_id === page_id ? undefined : shorten(readable(url), 60),
        })),
      },
      {
        title: 'Pages',
        choices: (pages.data?.pages ?? []).map(({ id, url, status }) => ({
          address: `${below}/p/${id}`,
          label: <span className="one-line">{shorten(readable(url), addressRoom())}</span>,
          hint: status,
        })),
      },
    )
  }
  const named = (domains.data?.domains ?? []).filter(
    ({ id, name }) => id !== domainId && name.toLowerCase().includes(q.toLowerCase()),
  )
  sections.push({
    title: 'Graphs',
    choices: named.slice(0, 5).map(({ id, name }) => ({
      address: `/d/${id}`,
      label: <span className="one-line">{name}</span>,
    })),
  })
  return { sections, error: isOn ? search.error : null, isAsking: isOn && search.isFetching }
}

/** Pages and things to do, whose words begin with what was typed. */
function useActions(domainId: string | undefined, typed: string): Section[] {
  const mayWrite = useMayWrite()
  const isOwner = useIsOwner()
  const below = `/d/${domainId}`
  const ofDomain: [label: string, address: string, may?: boolean][] = [
    [`Ask: ${typed}`, `${below}${stringifySearch({ ask: typed })}`, typed.split(' ').length > 2],
    ['Explore the graph', below],
    ['Show the timeline', `${below}?view=timeline`],
    ['Show the map', `${below}?view=map`],
    ['Show the table', `${below}?view=table`],
    ['Watch the crawl', `${below}/crawl`],
    ['Add a source', `${below}/crawl?tab=sources`, mayWrite],
    ['Errors and dead letters', `${below}/crawl?tab=errors`],
    ['Review duplicates', `${below}/review`],
    ['Watches', `${below}/watches`],
    ['Audit and undo', `${below}/review?tab=audit`],
    ['Change the gate', `${below}/gate`],
    ['Settings of the graph', `${below}/settings`],
    ['Spend and cap', `${below}/settings?tab=spend`],
    ['Webhooks', `${below}/settings?tab=webhooks`],
    ['Share links', `${below}/settings?tab=shares`],
  ]
  const always: [label: string, address: string, may?: boolean][] = [
    ['All graphs', '/'],
    ['New graph', '/?new=1', mayWrite],
    ['API keys', '/project'],
    ['Members and invites', '/project?tab=members'],
    ['Your account, change the password', '/project?tab=account'],
    ['Send feedback', '/project?tab=feedback'],
    ['Archive or delete the project', '/project?tab=project', isOwner],
  ]
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean)
  const fits = (label: string) => {
    const parts = label.toLowerCase().split(/\W+/)
    return words.every((word) => parts.some((part) => part.startsWith(word)))
  }
  const choices = [...(domainId ? ofDomain : []), ...always]
    .filter(([label, , may = true]) => may && fits(label))
    .slice(0, words.length > 0 ? 8 : 12)
    .map(([label, address]) => ({ label, address }))
  return [{ title: 'Actions', choices }]
}
