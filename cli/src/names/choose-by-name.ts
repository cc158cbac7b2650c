import { findByName, foldWords } from '@polegraph/sdk/find-by-name.ts'
import { exitCodes } from '../exit-codes.ts'
import { CommandFailed, wrongUsage } from '../failure.ts'

interface Named {
  id: string
  name: string
}

const listedMost = 8

/**
 * The one thing that a person means; the whole name is asked for where a part of it would be too little. Several are an error
 * that lists them.
 */
export function chooseByName<Thing extends Named>(
  what: string,
  words: string,
  things: readonly Thing[],
  options: { isWhole?: boolean } = {},
): Thing {
  // `"$NAME"` of a variable that is not set.
  if (words.trim() === '') throw wrongUsage(`the name of the ${what} is empty`)
  const found = findByName(words, things, options)
  const [only] = found
  if (only && found.length === 1) return only
  if (only) throw ambiguous(what, words, found)
  const known = things.length > 0 ? `; there is ${listNames(things)}` : '; there is none yet'
  throw new CommandFailed(`no ${what} is called "${words}"${known}`, {
    exit_code: exitCodes.not_found,
    code: 'not_found',
  })
}

/** `describe` tells things of the same name apart. */
export function ambiguous<Thing extends Named>(
  what: string,
  words: string,
  found: readonly Thing[],
  describe = ({ id, name }: Thing) => `"${name}" (${id})`,
): CommandFailed {
  const listed = found.slice(0, listedMost).map(describe)
  const more = found.length > listedMost ? ` and ${found.length - listedMost} more` : ''
  const hasTwins = new Set(found.map(({ name }) => foldWords(name))).size < found.length
  return new CommandFailed(
    `"${words}" may be more than one ${what}: ${listed.join(', ')}${more}; give ${hasTwins ? 'the id' : 'the whole name or the id'}`,
    {
      exit_code: exitCodes.usage,
      code: 'ambiguous',
    },
  )
}

function listNames(things: readonly Named[]): string {
  const names = things.slice(0, listedMost).map(({ name }) => `"${name}"`)
  return `${names.join(', ')}${things.length > listedMost ? ` and ${things.length - listedMost} more` : ''}`
}
