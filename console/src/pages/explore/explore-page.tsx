import '../../views/explore.css'
import { Button, Group, SegmentedControl, VisuallyHidden } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { useShortcuts } from '../../shared/page/shortcuts.ts'
import { type ViewName, viewNames } from '../../views/explore-search.ts'
import { Panel } from '../../views/panel.tsx'
import { WaitingView } from '../../views/waiting-view.tsx'
import { drawnViews } from './ask-early.ts'
import { PictureHistoryProvider } from './drawn/picture-history.tsx'
import { FilterRow } from './filters/filter-row.tsx'
import { NothingYet } from './nothing-yet.tsx'
import { AskPanel } from './panels/ask-panel.tsx'
import { EntityPanel } from './panels/entity-panel.tsx'
import { PathPanel } from './panels/path-panel.tsx'
import { ResultsPanel } from './panels/results-panel.tsx'
import { SavedMenu } from './saved/saved-menu.tsx'
import { SavedViewProblem } from './saved/saved-view-problem.tsx'
import { SearchBox } from './search-box.tsx'
import { TablePart } from './table-part.tsx'
import { useExplore } from './use-explore.ts'
import { useFreshGraph } from './use-fresh-graph.ts'

const parts: Record<ViewName, React.ComponentType> = {
  graph: lazy(drawnViews.graph),
  timeline: lazy(drawnViews.timeline),
  map: lazy(drawnViews.map),
  table: TablePart,
}

const viewLabels: Record<ViewName, string> = { graph: 'Graph', timeline: 'Timeline', map: 'Map', table: 'Table' }

/** The graph in four views, with one set of filters, and what is known about the chosen entity beside it. */
export function ExplorePage() {
  const { domainId, search, change } = useExplore()
  const view = search.view ?? 'graph'
  const Part = parts[view]
  useFreshGraph(domainId)
  useExploreKeys()
  return (
    <PictureHistoryProvider>
      <div className="explore">
        <VisuallyHidden component="h1">Explore</VisuallyHidden>
        <div className="explore-bars">
          <div className="explore-bar">
            <SearchBox />
            <Group gap="xs">
              <Button
                variant={search.tool === 'path' ? 'filled' : 'default'}
                aria-pressed={search.tool === 'path'}
                onClick={() => change({ tool: search.tool === 'path' ? undefined : 'path' })}
              >
                Path
              </Button>
              <Button
                variant={search.tool === 'ask' ? 'filled' : 'default'}
                aria-pressed={search.tool === 'ask'}
                onClick={() => change({ tool: search.tool === 'ask' ? undefined : 'ask' })}
              >
                Ask
              </Button>
            </Group>
            <SegmentedControl
              aria-label="View"
              value={view}
              onChange={(name) => change({ view: name === 'graph' ? undefined : (name as ViewName) })}
              data={viewNames.map((value) => ({ value, label: viewLabels[value] }))}
            />
            <SavedMenu />
          </div>
          <FilterRow />
          <SavedViewProblem />
        </div>
        <section className="explore-body" aria-label={viewLabels[view]}>
          <NothingYet>
            <div className="explore-split">
              <div className="explore-view">
                <Suspense fallback={<WaitingView />}>
                  <Part />
                </Suspense>
              </div>
              <SidePanel />
            </div>
          </NothingYet>
        </section>
      </div>
    </PictureHistoryProvider>
  )
}

/** Keys for the views, the tools and the chosen entity. */
function useExploreKeys(): void {
  const { domainId, search, change } = useExplore()
  const navigate = useNavigate()
  const { at } = search
  const toggle = (tool: 'path' | 'ask') => change({ tool: search.tool === tool ? undefined : tool })
  useShortcuts([
    ...viewNames.map((name, place) => ({
      keys: String(place + 1),
      does: `Show the ${viewLabels[name].toLowerCase()}`,
      run: () => change({ view: name === 'graph' ? undefined : name }),
    })),
    { keys: 'p', does: 'Find a path', run: () => toggle('path') },
    { keys: 'a', does: 'Ask a question', run: () => toggle('ask') },
    ...(at
      ? [
          {
            keys: 'o',
            does: 'Open the page of the chosen entity',
            run: () => void navigate({ to: '/d/$domainId/e/$entityId', params: { domainId, entityId: at } }),
          },
          { keys: 'c', does: 'Close the chosen entity', run: () => change({ at: undefined }) },
        ]
      : []),
  ])
}

function SidePanel() {
  const { search, change } = useExplore()
  if (search.tool === 'path') {
    return (
      <Panel title="Path between two" onClose={() => change({ tool: undefined })}>
        <PathPanel />
      </Panel>
    )
  }
  if (search.tool === 'ask') {
    return (
      <Panel title="Ask a question" onClose={() => change({ tool: undefined, ask: undefined })}>
        <AskPanel />
      </Panel>
    )
  }
  if (search.at) return <EntityPanel key={search.at} entityId={search.at} />
  return search.q ? <ResultsPanel q={search.q} /> : null
}
