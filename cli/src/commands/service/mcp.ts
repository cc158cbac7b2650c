import { defineCommand } from '../../command.ts'
import { exitCodes } from '../../exit-codes.ts'
import { CommandFailed } from '../../failure.ts'

export const mcpCommand = defineCommand({
  name: 'mcp',
  about: 'Offers the graphs as tools to a language model, over standard input and output (docs/mcp.md). Needs a key.',
  args: {},
  options: { write: { about: 'Offers tools that change something, too' } },
  examples: ['polegraph mcp', 'polegraph mcp --write'],
  run: async ({ options }, { settings: { url, key } }) => {
    if (!key) {
      const message =
        'a language model is given a key, not a session; use --key, POLEGRAPH_KEY or `polegraph login --key`'
      throw new CommandFailed(message, { exit_code: exitCodes.not_allowed, code: 'not_signed_in' })
    }
    // The protocol is loaded for this command alone: the others start sooner without it.
    const { runStdio } = await import('@polegraph/mcp/stdio.ts')
    await runStdio({ url, key, mayWrite: options.write })
    return undefined
  },
})
