import { PolegraphError } from '@polegraph/sdk/polegraph-error.ts'
import { cliVersion } from '../cli-version.ts'
import { toFailure } from '../failure.ts'
import { clientOf, describeVersions, statusOf } from '../service/connect.ts'
import type { Settings } from '../settings.ts'
import type { ReportedFinding } from './reported-finding.ts'

const clockToleranceMs = 60_000

/** Findings about the service that runs, if one does. */
export async function checkService(settings: Settings): Promise<ReportedFinding[]> {
  const { url } = settings
  try {
    const asked = Date.now()
    const status = await statusOf(settings)
    const behindMs = Date.parse(status.time) - (asked + Date.now()) / 2
    return [
      { check: 'service', status: 'ok', message: `version ${status.version} answers at ${url}` },
      ...(status.version === cliVersion ? [] : [warning('version', describeVersions(url, status.version))]),
      ...(Math.abs(behindMs) > clockToleranceMs ? [warning('clock', describeClock(behindMs))] : []),
      ...status.problems.map((problem) => warning('service', problem)),
      await checkKeyOf(settings),
    ]
  } catch (error) {
    const { message } = toFailure(error, settings)
    const isAway = error instanceof PolegraphError && error.code === 'connection_failed'
    return [{ check: 'service', status: isAway ? 'skipped' : 'failed', message }]
  }
}

const warning = (check: string, message: string): ReportedFinding => ({ check, status: 'warning', message })

const describeClock = (ms: number) =>
  `the clock of this machine is ${Math.round(Math.abs(ms) / 1000)} s ${ms > 0 ? 'behind' : 'ahead of'} that of the service`

async function checkKeyOf(settings: Settings): Promise<ReportedFinding> {
  if (!settings.key && !settings.cookie) return { check: 'key', status: 'skipped', message: 'not signed in' }
  try {
    const { name, role } = await clientOf(settings).project.get({ retries: 0 })
    return { check: 'key', status: 'ok', message: `signed in: project ${name}, as ${role}` }
  } catch (error) {
    return { check: 'key', status: 'failed', message: toFailure(error, settings).message }
  }
}
