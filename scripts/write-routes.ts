import { writeFile } from 'node:fs/promises'
import { renderRoutes, routeListFile } from './route-list.ts'

await writeFile(routeListFile, renderRoutes())
