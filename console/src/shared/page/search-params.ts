// The part of an address after `?`: plain names and values, which a person can read and change.

export type Strings = Record<string, string | undefined>

export function parseSearch(text: string): Strings {
  return Object.fromEntries(new URLSearchParams(text))
}

export function stringifySearch(search: Record<string, unknown>): string {
  const fields = new URLSearchParams()
  for (const [name, value] of Object.entries(search)) {
    if (value !== undefined && value !== null && value !== '') fields.set(name, String(value))
  }
  const text = String(fields).replaceAll('%2C', ',').replaceAll('%3A', ':')
  return text && `?${text}`
}

/** Reads which tab of a page is open; the first one is not in the address. */
export function tabOf<const Tab extends string>(...tabs: Tab[]): (search: Strings) => { tab?: Tab } {
  return ({ tab }) => (tabs.slice(1).includes(tab as Tab) ? { tab: tab as Tab } : {})
}

/** Drops the parameters that a page does not know: the router would carry them along to the next address. */
export function strictly<Search extends object>(read: (search: Strings) => Search): (search: Strings) => Search {
  return (search) => {
    const none = Object.fromEntries(Object.keys(search).map((name) => [name, undefined]))
    return { ...none, ...read(search) }
  }
}
