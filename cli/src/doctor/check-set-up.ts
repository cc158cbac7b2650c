import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { CommandFailed } from '../failure.ts'
import { spawnCheck } from '../service/service-program.ts'
import type { ReportedFinding } from './reported-finding.ts'

/** Findings about this machine, as a start would meet it. The service itself looks, with its own reader of settings. */
export async function checkSetUp(
  environment: NodeJS.ProcessEnv,
  { offline }: { offline: boolean },
): Promise<ReportedFinding[]> {
  try {
    const child = spawnCheck(environment, offline ? ['--offline'] : [])
    const [found, complaint] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
    return (
      readFindings(found) ?? [failed('set-up', `the check itself failed: ${complaint.trim() || 'it said nothing'}`)]
    )
  } catch (error) {
    if (error instanceof CommandFailed && error.code === 'old_node') return [failed('node', error.message)]
    throw error
  }
}

const failed = (check: string, message: string): ReportedFinding => ({ check, status: 'failed', message })

function readFindings(found: string): ReportedFinding[] | undefined {
  try {
    return (JSON.parse(found) as { findings: ReportedFinding[] }).findings
  } catch {
    return undefined
  }
}
