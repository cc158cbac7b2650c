import { isId } from '@polegraph/sdk/find-by-name.ts'
import type { Polegraph } from '@polegraph/sdk/polegraph.ts'
import { PolegraphError } from '@polegraph/sdk/polegraph-error.ts'
import { defineCommand } from '../../command.ts'
import { chooseByName } from '../../names/choose-by-name.ts'
import { day, shownId } from '../../output/cells.ts'
import { keepLogin, readLogin, type Settings } from '../../settings.ts'
import type { Terminal } from '../../terminal.ts'

const listKeys = defineCommand({
  name: 'keys',
  about: 'Lists the API keys of the project.',
  args: {},
  options: {},
  examples: ['polegraph keys'],
  run: async (_, { connect, out, json }) => {
    const keys = await allKeys(await connect())
    if (json) return void out.json({ keys })
    out.table(
      [
        { title: 'NAME', of: ({ name }) => name },
        { title: 'SCOPE', of: ({ scope }) => scope },
        { title: 'STATE', of: ({ revoked_at }) => (revoked_at ? 'revoked' : 'active') },
        { title: 'LAST USED', of: ({ last_used_at }) => day(last_used_at) },
        { title: 'CREATED', of: ({ created_at }) => day(created_at) },
        shownId,
      ],
      keys,
      'There is no key yet: polegraph keys create',
    )
    return undefined
  },
})

const createKey = defineCommand({
  name: 'keys create',
  about: 'Makes an API key, and prints its secret this one time.',
  args: { name: 'optional' },
  options: { scope: { about: 'What it may do', takes: 'SCOPE', choices: ['full', 'read'] } },
  examples: ['polegraph keys create dashboard --scope read'],
  run: async ({ args: { name }, options: { scope } }, { connect, out, json }) => {
    const client = await connect()
    const created = await client.keys.create({ ...(name && { name }), scope: scope ?? 'full' })
    if (json) return void out.json(created)
    out.fields({ Key: created.key, Scope: created.scope, Id: created.id })
    out.line('It is shown only now.')
    return undefined
  },
})

const rotateKey = defineCommand({
  name: 'keys rotate',
  about: 'Gives a key a new secret; the old one stops working at once.',
  args: { key: 'one' },
  options: {},
  examples: ['polegraph keys rotate dashboard'],
  run: async ({ args }, { connect, settings, terminal, out, json }) => {
    const client = await connect()
    const rotated = await client.keys.rotate(await findKey(client, args.key))
    const isKept = await keepOwn(client, settings, terminal, rotated.key)
    if (json) return void out.json(rotated)
    out.fields({ Key: rotated.key, Id: rotated.id })
    out.line(
      isKept ? 'It is shown only now, and kept: it is the key that you are signed in with.' : 'It is shown only now.',
    )
    return undefined
  },
})

const revokeKey = defineCommand({
  name: 'keys revoke',
  about: 'Makes a key stop working at once, for good.',
  args: { key: 'one' },
  options: {},
  examples: ['polegraph keys revoke dashboard'],
  run: async ({ args }, { connect, out, json }) => {
    const client = await connect()
    const answer = await client.keys.revoke(await findKey(client, args.key))
    if (json) return void out.json(answer)
    out.line(`The key ${args.key} is revoked.`)
    return undefined
  },
})

/** Whoever has rotated the key of `polegraph login` stays signed in, with the new one. */
async function keepOwn(client: Polegraph, { key }: Settings, { environment }: Terminal, made: string) {
  const login = readLogin(environment)
  if (key === undefined || login?.key !== key) return false
  const isOther = await client.project.get({ retries: 0 }).then(
    () => true,
    (error) => !(error instanceof PolegraphError && error.code === 'invalid_api_key'),
  )
  if (!isOther) keepLogin(environment, { ...login, key: made })
  return !isOther
}

async function allKeys(client: Polegraph) {
  const keys = []
  for await (const key of client.keys.list()) keys.push(key)
  return keys
}

/**
 * Of those that work: what is done to a key that was revoked changes nothing. By its whole name, since nothing brings back a
 * key that was not meant.
 */
async function findKey(client: Polegraph, named: string): Promise<string> {
  if (isId(named)) return named
  const keys = await allKeys(client)
  const active = keys.filter(({ revoked_at }) => revoked_at === null)
  return chooseByName('key', named, active, { isWhole: true }).id
}

export const keyCommands = [listKeys, createKey, rotateKey, revokeKey]
