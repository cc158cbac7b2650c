/** What the exit code of a command says; those above 63 are the numbers of sysexits.h. docs/cli.md has the same table. */
export const exitCodes = {
  done: 0,
  failed: 1,
  usage: 2,
  not_allowed: 3,
  not_found: 4,
  unavailable: 69,
  file: 74,
  try_again: 75,
  configuration: 78,
  interrupted: 130,
  closed: 141,
} as const

export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes]

export const exitCodeMeanings: Record<keyof typeof exitCodes, string> = {
  done: 'It was done.',
  failed: 'It failed; the message says why.',
  usage: 'The command was not written as it should be, or the service found a value wrong.',
  not_allowed: 'Not signed in, or not allowed.',
  not_found: 'There is no such thing, or nothing was found.',
  unavailable: 'No service answers at the address.',
  file: 'A file cannot be read or written.',
  try_again: 'Not now: the service is starting, too much was asked of it, or the crawl is paused.',
  configuration: 'A setting is wrong.',
  interrupted: 'Ctrl-C.',
  closed: 'Whoever read the output has closed it.',
}
