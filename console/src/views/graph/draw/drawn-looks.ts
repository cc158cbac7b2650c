import type { Place } from '../layout/places.ts'

// What is drawn of a node and of a line.

export interface NodeLook extends Place {
  id: string
  label: string
  size: number
  color: string
  mark: string
  more: number
  isPinned: boolean
  isNamed: boolean
}

export interface LineLook {
  label: string
  ids: string[]
  size: number
  curvature: number
  type: 'arrow' | 'line' | 'curve' | 'thin'
}
