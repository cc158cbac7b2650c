import type { Command } from './command.ts'
import { autopilotCommands } from './commands/autopilot.ts'
import { backupCommands } from './commands/backup.ts'
import { makeCompletionCommand } from './commands/completion.ts'
import { crawlCommands } from './commands/crawl.ts'
import { demoCommand } from './commands/demo.ts'
import { doctorCommand } from './commands/doctor.ts'
import { domainCommands } from './commands/domains.ts'
import { entityCommands } from './commands/entity.ts'
import { followEventsCommand } from './commands/events.ts'
import { exportCommand } from './commands/export.ts'
import { makeHelpCommand } from './commands/help.ts'
import { keyCommands } from './commands/keys.ts'
import { loginCommand, logoutCommand } from './commands/login.ts'
import { mcpCommand } from './commands/mcp.ts'
import { pagesCommand } from './commands/pages.ts'
import { recoverCommand } from './commands/recover.ts'
import { searchCommands } from './commands/search.ts'
import { sourceCommands } from './commands/sources.ts'
import { startCommand } from './commands/start.ts'
import { statusCommand, whoamiCommand } from './commands/status.ts'
import { upgradeDatabaseCommand } from './commands/upgrade-database.ts'
import { webhookCommands } from './commands/webhooks.ts'

/** Every command, in the order of help. A new one is a file in commands/ and a line here. */
export const commands: readonly Command[] = [
  startCommand,
  demoCommand,
  doctorCommand,
  ...backupCommands,
  recoverCommand,
  upgradeDatabaseCommand,
  statusCommand,
  loginCommand,
  logoutCommand,
  whoamiCommand,
  ...keyCommands,
  ...domainCommands,
  ...autopilotCommands,
  ...sourceCommands,
  ...crawlCommands,
  pagesCommand,
  ...searchCommands,
  ...entityCommands,
  exportCommand,
  followEventsCommand,
  ...webhookCommands,
  mcpCommand,
  makeCompletionCommand(() => commands),
  makeHelpCommand(() => commands),
]
