import type { Polegraph } from '@polegraph/sdk/polegraph.ts'
import type { Screen } from './screen.ts'

/** Pages that could not be read, and links that were not followed, each with the reason. */
export async function showLeftOut(polegraph: Polegraph, domainId: string, screen: Screen): Promise<void> {
  screen.heading('Left out')
  const { failed } = await polegraph.pages.listFailed(domainId)
  for (const { url, error } of failed) screen.line(`  ${url}  ${screen.faint(error ?? '')}`)
  const { groups } = await polegraph.frontier.get(domainId)
  for (const { pattern, n, reason } of groups) {
    screen.line(`  ${pattern}  ${screen.faint(`${n} links wait: ${reason}`)}`)
  }
}
