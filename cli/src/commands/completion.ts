import { type Command, defineCommand } from '../command.ts'
import { bashCompletion } from '../completions/bash.ts'
import { fishCompletion } from '../completions/fish.ts'
import { zshCompletion } from '../completions/zsh.ts'
import { wrongUsage } from '../failure.ts'

const shells: Record<string, (commands: readonly Command[]) => string> = {
  bash: bashCompletion,
  zsh: zshCompletion,
  fish: fishCompletion,
}

/** It completes the others, so it is made with them. */
export const makeCompletionCommand = (commands: () => readonly Command[]) =>
  defineCommand({
    name: 'completion',
    about: 'Prints a script that lets a shell complete commands and options: bash, zsh or fish.',
    args: { shell: 'one' },
    choices: () => Object.keys(shells),
    options: {},
    examples: [
      'source <(polegraph completion bash)',
      'polegraph completion zsh > ~/.zfunc/_polegraph',
      'polegraph completion fish > ~/.config/fish/completions/polegraph.fish',
    ],
    run: async ({ args }, { terminal }) => {
      const write = Object.hasOwn(shells, args.shell) ? shells[args.shell] : undefined
      if (!write) throw wrongUsage(`there are completions for ${Object.keys(shells).join(', ')}`)
      terminal.stdout.write(write(commands()))
      return undefined
    },
  })
