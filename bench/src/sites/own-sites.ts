import { associationSite } from './association.ts'
import { companySite } from './company.ts'
import type { OwnSite } from './own-site.ts'
import { registerSite } from './register.ts'

export function ownSites(): OwnSite[] {
  return [associationSite(), registerSite(), companySite()]
}
