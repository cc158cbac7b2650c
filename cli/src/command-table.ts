import type { Command } from './command.ts'
import { makeCompletionCommand } from './commands/completion.ts'
import { autopilotCommands } from './commands/graph/autopilot.ts'
import { crawlCommands } from './commands/graph/crawl.ts'
import { domainCommands } from './commands/graph/domains.ts'
import { entityCommands } from './commands/graph/entity.ts'
import { followEventsCommand } from './commands/graph/events.ts'
import { exportCommand } from './commands/graph/export.ts'
import { importCommands } from './commands/graph/imports.ts'
import { pagesCommand } from './commands/graph/pages.ts'
import { searchCommands } from './commands/graph/search.ts'
import { sourceCommands } from './commands/graph/sources.ts'
import { watchCommands } from './commands/graph/watches.ts'
import { webhookCommands } from './commands/graph/webhooks.ts'
import { makeHelpCommand } from './commands/help.ts'
import { backupCommands } from './commands/service/backup.ts'
import { demoCommand } from './commands/service/demo.ts'
import { distributeCommand } from './commands/service/distribute.ts'
import { doctorCommand } from './commands/service/doctor.ts'
import { keyCommands } from './commands/service/keys.ts'
import { loginCommand, logoutCommand } from './commands/service/login.ts'
import { mcpCommand } from './commands/service/mcp.ts'
import { recoverCommand } from './commands/service/recover.ts'
import { startCommand } from './commands/service/start.ts'
import { statusCommand, whoamiCommand } from './commands/service/status.ts'
import { upgradeDatabaseCommand } from './commands/service/upgrade-database.ts'

/** Every command, in the order of help. A new one is a file in commands/ and a line here. */
export const commands: readonly Command[] = [
  startCommand,
  demoCommand,
  doctorCommand,
  ...backupCommands,
  recoverCommand,
  upgradeDatabaseCommand,
  distributeCommand,
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
  ...importCommands,
  exportCommand,
  followEventsCommand,
  ...watchCommands,
  ...webhookCommands,
  mcpCommand,
  makeCompletionCommand(() => commands),
  makeHelpCommand(() => commands),
]
