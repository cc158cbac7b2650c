import { type CommandContext, defineCommand } from '../../command.ts'
import { checkService } from '../../doctor/check-service.ts'
import { checkSetUp } from '../../doctor/check-set-up.ts'
import type { ReportedFinding } from '../../doctor/reported-finding.ts'
import { exitCodes } from '../../exit-codes.ts'
import { CommandFailed } from '../../failure.ts'
import { styled } from '../../output/printer.ts'
import { wrapText } from '../../output/text-width.ts'
import { serviceEnvironment, settingOptions } from '../../service/service-program.ts'

const marks = {
  ok: styled('green', '✓'),
  warning: styled('yellow', '!'),
  failed: styled('red', '✗'),
  skipped: styled('dim', '·'),
}
const nameWidth = 14
const ofConfiguration = ['configuration', 'node', 'login']

export const doctorCommand = defineCommand({
  name: 'doctor',
  about:
    'Looks at what `polegraph start` would find here (settings, Node, port, folder, disk, database, model, search, clock), and at the service that runs. Asks the model one short question.',
  args: {},
  options: { ...settingOptions, offline: { about: 'Asks neither the model nor the search' } },
  examples: ['polegraph doctor', 'polegraph doctor --data ./graphs --offline'],
  run: async ({ options }, context) => {
    const { terminal, out, json } = context
    const environment = serviceEnvironment(terminal.environment, options)
    const setUp = await checkSetUp(environment, { offline: options.offline })
    const findings = [...setUp, ...(await checkLoginAndService(context))]
    if (json) out.json({ findings })
    for (const { check, status, message } of json ? [] : findings) {
      const [first = '', ...others] = wrapText(message, out.width - nameWidth - 2)
      out.line(marks[status], ` ${check.padEnd(nameWidth)}`, first)
      for (const line of others) out.line(' '.repeat(nameWidth + 2), line)
    }
    const failed = findings.flatMap(({ check, status }) => (status === 'failed' ? [check] : []))
    if (failed.some((check) => ofConfiguration.includes(check))) return exitCodes.configuration
    return failed.length > 0 ? exitCodes.failed : undefined
  },
})

/** Findings about the service of `polegraph login`. A login that cannot be used is one finding among the others. */
async function checkLoginAndService(context: CommandContext): Promise<ReportedFinding[]> {
  try {
    return await checkService(context.settings)
  } catch (error) {
    if (!(error instanceof CommandFailed) || error.exit_code === exitCodes.usage) throw error
    return [{ check: 'login', status: 'failed', message: error.message }]
  }
}
