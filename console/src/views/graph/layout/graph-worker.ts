import { findGroups, type Tie } from '../groups/find-groups.ts'
import { type LayoutRequest, placeNodes } from './place-nodes.ts'

// Finds communities and places nodes, beside the page: a graph of thousands takes seconds.

export type WorkerRequest = { what: 'groups'; count: number; ties: Tie[] } | { what: 'layout'; request: LayoutRequest }

/** The numbers of communities, or x and y of each node. */
export type WorkerAnswer = Float32Array<ArrayBuffer>

addEventListener('message', ({ data }: MessageEvent<WorkerRequest>) => {
  const answer =
    data.what === 'groups'
      ? Float32Array.from(findGroups(data.count, data.ties))
      : Float32Array.from(placeNodes(data.request).flatMap(({ x, y }) => [x, y]))
  postMessage(answer, { transfer: [answer.buffer] })
})
