import { type Claim, type EntityRef, entityClaim, relationshipClaim } from '../../facts/claim.ts'
import { refOf } from '../../facts/refs.ts'
import { isPlaceLookalike } from '../../places/common-words.ts'
import type { JoinedName } from '../names/rules/join-names.ts'
import type { Host } from './record-claims.ts'

// Chapters and branches are called like their organization, with their place behind it: `PyLadies Toronto`. The name says
// what they are part of and where they are.

const branchesMax = 200
/** Continents among them: `RailSim Europe` is no branch. */

export function branchClaims(
  entities: JoinedName[],
  hosts: Host[],
  { text, isPlace }: { text: string; isPlace(name: string): boolean },
): Claim[] {
  const host = hosts.find(({ kind }) => kind === 'object')
  if (!host) return []
  const prefix = `${host.name} `
  const branches = entities.filter(({ kind, name }) => kind === 'object' && name.startsWith(prefix))
  return branches.slice(0, branchesMax).flatMap(({ kind, name, mentions }) => {
    const town = name.slice(prefix.length).replace(/,.*$/, '')
    const [mention] = mentions
    if (!mention || !isPlace(town) || isPlaceLookalike(town)) return []
    const quote = { text: text.slice(mention.start, mention.end), start: mention.start, end: mention.end }
    const branch = { ref: refOf(kind, name), kind, name }
    const place = { ref: refOf('location', town), kind: 'location', name: town }
    const organization = { ref: host.ref, kind: host.kind, name: host.name }
    const related = (relation: string, to: EntityRef) => relationshipClaim({ from: branch, relation, to, quote })
    return [entityClaim({ ...place, quote }), related('located_in', place), related('part_of', organization)]
  })
}
