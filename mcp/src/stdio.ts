import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio'
import { Polegraph } from '@polegraph/sdk/polegraph.ts'
import { makeMcpServer } from './mcp-server.ts'
import { failureText } from './tool-errors.ts'

export interface StdioParts {
  /** Address of the service. */
  url: string
  /** An API key. */
  key: string
  /** Whether there are tools that change something. */
  mayWrite: boolean
  /** Told, in one line, that the service cannot be used now. Standard output belongs to the protocol. */
  warn?(line: string): void
}

/** Waiting is left to the model's client, which has a limit of its own. */
const retries = 1

/** Speaks the protocol over standard input and output, until its client closes them. */
export async function runStdio({ url, key, mayWrite, warn = writeLine }: StdioParts): Promise<void> {
  const client = new Polegraph({ url, key, retries })
  const transport = new StdioServerTransport()
  const ended = new Promise<void>((resolve) => process.stdin.once('close', resolve).once('end', resolve))
  serveStdio(() => makeMcpServer({ client, mayWrite }), { transport })
  // A service that is away now may be there at the first call, which says so otherwise.
  client.project.get({ retries: 0 }).catch((error: unknown) => warn(`${url}: ${failureText(error) ?? String(error)}`))
  await ended
}

const writeLine = (line: string) => void process.stderr.write(`polegraph mcp: ${line}\n`)
