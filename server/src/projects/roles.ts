import type { role } from '@polegraph/contract/project/project.ts'
import type { z } from 'zod'

export type Role = z.output<typeof role>
