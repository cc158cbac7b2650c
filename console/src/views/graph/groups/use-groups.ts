import { useEffect, useState } from 'react'
import type { DrawnGraph } from '../graph-shape.ts'
import { askWorker } from '../layout/ask-worker.ts'
import { describeGroups, type Groups, noGroups, tiesOf } from './groups.ts'

/** What was found, by graph: several parts of a page ask for the same one. */
const known = new WeakMap<DrawnGraph, Groups>()

/** The communities of a graph; undefined until they are found. */
export function useGroups(graph: DrawnGraph | undefined): Groups | undefined {
  const [, setFound] = useState<Groups>()
  useEffect(() => {
    if (!graph || graph.edges.length === 0 || known.has(graph)) return
    const { ids, ties } = tiesOf(graph)
    return askWorker({ what: 'groups', count: ids.length, ties }, (numbers) => {
      const groups = describeGroups(graph, ids, [...numbers])
      known.set(graph, groups)
      setFound(groups)
    })
  }, [graph])
  return graph && (graph.edges.length === 0 ? noGroups : known.get(graph))
}
