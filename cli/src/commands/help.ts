import { type Command, defineCommand } from '../command.ts'
import { firstWords } from '../completions/candidates.ts'
import { wrongUsage } from '../failure.ts'
import { printCommandHelp, printOverview } from '../help.ts'

/** The help explains all other commands, so it is made from their list. */
export const makeHelpCommand = (commands: () => readonly Command[]) =>
  defineCommand({
    name: 'help',
    about: 'Explains all commands, or one.',
    args: { command: 'any' },
    choices: () => firstWords(commands()),
    options: {},
    examples: ['polegraph help', 'polegraph help sources add'],
    run: async ({ args }, { out }) => {
      const name = args.command.join(' ')
      const command = commands().find((one) => one.name === name)
      if (command) printCommandHelp(out, command)
      else if (name === '') printOverview(out, commands())
      else throw wrongUsage(`there is no command "${name}"; \`polegraph help\` lists all`)
      return undefined
    },
  })
