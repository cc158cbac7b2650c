/** Splits ids into groups that links connect, directly or through others. Ids of a group, and groups, keep their order. */
export function componentsOf(ids: Iterable<string>, links: Iterable<{ a_id: string; b_id: string }>): string[][] {
  const parents = new Map<string, string>()
  for (const id of ids) parents.set(id, id)
  const rootOf = (id: string): string => {
    let root = id
    for (let above = parents.get(root) as string; above !== root; above = parents.get(root) as string) root = above
    // Shortens the way for the next time.
    for (let at = id; at !== root; ) {
      const above = parents.get(at) as string
      parents.set(at, root)
      at = above
    }
    return root
  }
  for (const { a_id, b_id } of links) {
    if (parents.has(a_id) && parents.has(b_id)) parents.set(rootOf(a_id), rootOf(b_id))
  }
  return [...Map.groupBy(parents.keys(), rootOf).values()]
}
