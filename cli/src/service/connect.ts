import { Polegraph } from '@polegraph/sdk/polegraph.ts'
import { PolegraphError } from '@polegraph/sdk/polegraph-error.ts'
import { cliVersion } from '../cli-version.ts'
import { exitCodes } from '../exit-codes.ts'
import { CommandFailed } from '../failure.ts'
import type { Printer } from '../output/printer.ts'
import type { Settings } from '../settings.ts'

/** The client of the service, whoever it is for. Waits that the service asks for are told. */
export function clientOf(settings: Pick<Settings, 'url' | 'key' | 'cookie'>, notes?: Printer): Polegraph {
  const { url, key, cookie } = settings
  const tellWaits = async (address: string, init: RequestInit) => {
    const response = await fetch(address, init)
    const seconds = response.status === 429 ? response.headers.get('retry-after') : null
    if (seconds) notes?.line(`polegraph: too much is asked of the service; it wants to be left alone for ${seconds} s`)
    return response
  }
  return new Polegraph({ url, key: key || null, fetch: tellWaits, ...(cookie && { headers: { cookie } }) })
}

const statusMs = 20_000

/** The status of a service, asked for once. Something else that speaks JSON has none. */
export async function statusOf(settings: Parameters<typeof clientOf>[0]) {
  const status = await clientOf(settings).service.getStatus({ retries: 0, timeout_ms: statusMs })
  if (typeof status?.version === 'string') return status
  const call = { method: 'GET', path: '/v1/status', status: 200 }
  throw new PolegraphError('its status has no version', { code: 'unexpected_answer', ...call })
}

/**
 * Asks once whether the service is there, before anything is asked of it: one that is away or starting is reported at once
 * instead of after all retries, and one of another version before its answers surprise.
 */
export async function connectTo(
  settings: Settings,
  notes: Printer,
  onOtherVersion: (version: string) => void,
): Promise<Polegraph> {
  try {
    const { version } = await statusOf(settings)
    if (version !== cliVersion) {
      notes.line(describeVersions(settings.url, version))
      onOtherVersion(version)
    }
  } catch (error) {
    // Too many questions: the call itself waits as long as the service asks for.
    if (!(error instanceof PolegraphError) || error.status !== 429) throw error
  }
  if (!settings.key && !settings.cookie) {
    const message = `not signed in at ${settings.url}; use \`polegraph login\`, --key or POLEGRAPH_KEY`
    throw new CommandFailed(message, { exit_code: exitCodes.not_allowed, code: 'not_signed_in' })
  }
  return clientOf(settings, notes)
}

export const describeVersions = (url: string, version: string) =>
  `polegraph: the service at ${url} is version ${version}, this command line ${cliVersion}; what only one of them knows may fail`
