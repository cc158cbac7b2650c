import { DatabaseUnusable, type Transaction } from '../platform/db/database.ts'
import { createInvite } from './invites.ts'
import { selectOpenProjects } from './queries.ts'

/** Makes an invite for an owner of a project, by its name or its id, or of the only one: for whoever has the database. */
export async function inviteOwner(tx: Transaction, wanted: string | undefined) {
  const projects = await selectOpenProjects(tx)
  const found = projects.filter(({ id, name }) => wanted === undefined || name === wanted || id === wanted)
  const [project] = found
  if (!project) throw new DatabaseUnusable(`no project is called ${JSON.stringify(wanted)}; ${choose(projects)}`)
  if (found.length > 1) throw new DatabaseUnusable(choose(found))
  const { token } = await createInvite(tx, project.id, { role: 'owner' })
  return { project: project.name, token }
}

const namesMax = 20

function choose(projects: { id: string; name: string }[]): string {
  const there = projects.slice(0, namesMax).map(({ id, name }) => `${JSON.stringify(name)} (${id})`)
  if (projects.length > namesMax) there.push('…')
  return `choose one by --project: ${there.join(', ')}`
}
