import { isName } from '../../../facts/entity-names.ts'
import { foldName } from '../../../language/fold-name.ts'
import { isCommonGivenName } from '../../../language/given-names.ts'
import type { ItemStore } from './item.ts'

// Titles end in the name of the site. It is the publisher's where the address of the site says the same.

const separator = /\s+[|–—·»«:›-]+\s+/u
/** Shorter parts of an address are countries and abbreviations of anything. */
const leastChars = 3

export function readSiteTitle(title: string | undefined, base: string, store: ItemStore): void {
  const host = URL.parse(base)?.hostname.replace(/^www\d*\./, '')
  if (title === undefined || host === undefined) return
  const labels = [host, ...host.split('.').slice(0, -1)].map(joined).filter((label) => label.length >= leastChars)
  const site = title
    .split(separator)
    .findLast((part) => labels.includes(joined(part)) && isName(part) && !isPerson(part))
  if (site !== undefined) store.make()?.add('publisher', { text: site.trim(), spot: { at: 'hidden', label: 'title' } })
}

const joined = (name: string) => foldName(name).replaceAll(' ', '')

/** Whoever has a site of their own. */
const isPerson = (name: string) => name.includes(' ') && isCommonGivenName(foldName(name).split(' ')[0] as string)
