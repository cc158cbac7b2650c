import { connect } from 'node:net'
import type { Polegraph } from '@polegraph/sdk/polegraph.ts'
import { PolegraphError } from '@polegraph/sdk/polegraph-error.ts'

// A `webhooks listen` that is killed cannot remove its webhook. The next one knows it by its address.

/** The address of a webhook that goes to a receiver on this machine. */
export const markedUrl = (receiverUrl: string) => `${receiverUrl}polegraph-listen`

const marked = /^http:\/\/127\.0\.0\.1:(\d{1,5})\/polegraph-listen$/

/** Removes what killed ones left in the domain. On the port of one that still listens somebody answers, unless it is ours. */
export async function removeLeftWebhooks(client: Polegraph, domainId: string, ownUrl: string): Promise<void> {
  const left: string[] = []
  for await (const { id, url } of client.webhooks.list(domainId)) {
    const port = marked.exec(url)?.[1]
    if (port !== undefined && (url === ownUrl || !(await isListenedOn(Number(port))))) left.push(id)
  }
  for (const id of left) await client.webhooks.delete(domainId, id).catch(unlessGone)
}

/** Somebody else has removed it, or the answer to an earlier attempt was lost. */
export function unlessGone(error: unknown): void {
  if (!(error instanceof PolegraphError && error.status === 404)) throw error
}

function isListenedOn(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host: '127.0.0.1', port })
    const end = (isListened: boolean) => {
      socket.destroy()
      resolve(isListened)
    }
    socket.once('connect', () => end(true)).once('error', () => end(false))
  })
}
