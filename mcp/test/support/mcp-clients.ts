import { join } from 'node:path'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { onTestFinished } from 'vitest'

// The official client of the protocol, over both transports and in both of its revisions: that of 2025, which opens with a
// handshake, and that of 2026, which does not.

export const revisions = {
  'the revision of 2025': 'legacy',
  'the revision of 2026': { pin: '2026-07-28' },
} as const

type Revision = (typeof revisions)[keyof typeof revisions]

const newClient = (revision: Revision) =>
  new Client({ name: 'test', version: '1.0.0' }, { versionNegotiation: { mode: revision } })

export interface HttpOptions {
  key?: string
  query?: string
  headers?: Record<string, string>
  revision?: Revision
}

/** A client of /mcp, connected. */
export async function connectHttp(url: string, options: HttpOptions = {}): Promise<Client> {
  const { key, query = '', revision = 'legacy' } = options
  const headers = { ...(key !== undefined && { authorization: `Bearer ${key}` }), ...options.headers }
  const client = newClient(revision)
  await client.connect(new StreamableHTTPClientTransport(new URL(`${url}/mcp${query}`), { requestInit: { headers } }))
  closeAfterTest(client)
  return client
}

export interface StdioClient {
  client: Client
  /** What the process has written on standard error. */
  errors(): string
  pid: number
}

/** A client of `polegraph mcp`. */
export async function connectStdio(
  url: string,
  { key, mayWrite = false, revision = 'legacy' }: { key: string; mayWrite?: boolean; revision?: Revision },
): Promise<StdioClient> {
  const program = join(import.meta.dirname, '../../../cli/src/main.ts')
  const writing = mayWrite ? ['--write'] : []
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: ['--disable-warning=ExperimentalWarning', program, 'mcp', '--url', url, '--key', key, ...writing],
    stderr: 'pipe',
  })
  let errors = ''
  transport.stderr?.on('data', (chunk: Buffer) => {
    errors += chunk.toString()
  })
  const client = newClient(revision)
  await client.connect(transport)
  closeAfterTest(client)
  return { client, errors: () => errors, pid: transport.pid as number }
}

function closeAfterTest(client: Client): void {
  try {
    onTestFinished(() => client.close())
  } catch {
    // Outside of a test, for all tests of a file: the client of HTTP holds nothing open.
  }
}

export interface Called {
  text: string
  isError: boolean
  structured: Record<string, unknown> | undefined
}

/** Calls a tool, and gives the text of its answer. */
export async function callTool(client: Client, name: string, args: Record<string, unknown> = {}): Promise<Called> {
  const { content, isError, structuredContent } = await client.callTool({ name, arguments: args })
  const texts = content.map((part) => (part.type === 'text' ? part.text : ''))
  return {
    text: texts.join('\n'),
    isError: isError === true,
    structured: structuredContent as Record<string, unknown> | undefined,
  }
}

const fence = /\[BEGIN UNTRUSTED (\w+): [^\n]*\]\n([\s\S]*)\n\[END UNTRUSTED \1\]/

/** What an answer says in our own words, and what it says in those of pages. */
export function partsOf(text: string): { ours: string; pages: string; word: string } {
  const [whole = '', word = '', pages = ''] = fence.exec(text) ?? []
  return { ours: text.replace(whole, ''), pages, word }
}
