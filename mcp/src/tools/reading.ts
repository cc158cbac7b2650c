import type { ReadingTool } from '../tool.ts'
import { askTool } from './ask.ts'
import { listDomainsTool } from './domains.ts'
import { getEntityTool } from './entity.ts'
import { listNeighborsTool } from './neighbors.ts'
import { listNewsTool } from './news.ts'
import { readPageTool } from './page.ts'
import { findPathsTool } from './paths.ts'
import { listEvidenceTool, listRelationshipsTool } from './relationships.ts'
import { searchTool } from './search.ts'
import { listSourcesTool } from './sources.ts'
import { getStatusTool } from './status.ts'
import { getTimelineTool } from './timeline.ts'

/** The tools that change nothing, in the order in which a model meets them. */
export const readingTools: readonly ReadingTool[] = [
  listDomainsTool,
  searchTool,
  getEntityTool,
  listRelationshipsTool,
  listNeighborsTool,
  findPathsTool,
  getTimelineTool,
  askTool,
  listEvidenceTool,
  readPageTool,
  listNewsTool,
  listSourcesTool,
  getStatusTool,
]
