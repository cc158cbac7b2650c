import type { Polegraph } from '@polegraph/sdk/polegraph.ts'
import { askPerson } from '../../ask-person.ts'
import { defineCommand } from '../../command.ts'
import { exitCodes } from '../../exit-codes.ts'
import { CommandFailed, toFailure, wrongUsage } from '../../failure.ts'
import { chooseByName } from '../../names/choose-by-name.ts'
import { clientOf, statusOf } from '../../service/connect.ts'
import { checkKey, forgetLogin, keepLogin, type Login, loginFile, readSettings, type Settings } from '../../settings.ts'
import type { Terminal } from '../../terminal.ts'

export const loginCommand = defineCommand({
  name: 'login',
  about:
    'Signs in with a key, or with an email and a password, and keeps that for the commands that follow. Asks for what is not given; secrets are not shown.',
  args: {},
  options: {
    email: {
      about: 'Sign in as this person; the password is asked for, or read from the standard input',
      takes: 'EMAIL',
    },
    project: { about: 'The project, for a person who belongs to several', takes: 'NAME' },
  },
  examples: [
    'polegraph login',
    'polegraph login --key svc_…',
    'polegraph login --url https://graphs.example.org --email ada@example.org',
  ],
  run: async ({ options: { email, project } }, { globals, terminal, out, json }) => {
    if (email !== undefined && globals.key !== undefined) throw wrongUsage('give --key or --email, not both')
    const { url, key } = settingsForLogin(globals, terminal)
    // A service that is away, or is none, is noticed before somebody types a secret.
    await telling({ url }, statusOf({ url }))
    const login = await (email === undefined
      ? withKey(url, key, terminal)
      : withPassword(url, email, project, terminal))
    const { name, role } = await telling(login, clientOf(login).project.get({ retries: 0 }))
    keepLogin(terminal.environment, login)
    const file = loginFile(terminal.environment)
    if (json) return void out.json({ url, project: name, role, file })
    out.line(`Signed in at ${url}: project ${name}, as ${role}. Kept in ${file}.`)
    return undefined
  },
})

/** A file that cannot be read is about to be replaced. */
function settingsForLogin(globals: { url?: string; key?: string }, { environment }: Terminal): Settings {
  try {
    return readSettings(globals, environment)
  } catch (error) {
    if (!(error instanceof CommandFailed) || error.exit_code !== exitCodes.configuration) throw error
    return readSettings(globals, { ...environment, XDG_CONFIG_HOME: '/nonexistent' })
  }
}

async function withKey(url: string, given: string | undefined, terminal: Terminal): Promise<Login> {
  const key = given ?? (await askPerson(terminal, `Key for ${url} (not shown): `, { secret: true })).trim()
  if (key === '')
    throw wrongUsage(
      'no key was given; `polegraph start` prints one on its first start, `polegraph keys create` makes more',
    )
  return { url, key: checkKey(key) }
}

async function withPassword(
  url: string,
  email: string,
  project: string | undefined,
  terminal: Terminal,
): Promise<Login> {
  const client = clientOf({ url })
  const password = await askPerson(terminal, `Password of ${email} (not shown): `, { secret: true })
  if (password === '') throw wrongUsage('no password was given')
  const { data, response } = await client.session.signIn({ email, password }).withResponse()
  const cookie = response.headers
    .getSetCookie()
    .map((one) => one.split(';', 1)[0])
    .join('; ')
  if (project !== undefined) await switchProject(clientOf({ url, cookie }), data.projects, project)
  return { url, cookie }
}

/** Failures are told with the service that somebody signs in to, which is not yet that of the settings. */
async function telling<Answer>(login: Login, call: Promise<Answer>): Promise<Answer> {
  try {
    return await call
  } catch (error) {
    throw toFailure(error, { ...login, isSigningIn: true })
  }
}

async function switchProject(client: Polegraph, projects: readonly { id: string; name: string }[], named: string) {
  await client.session.switchProject({ project_id: chooseByName('project', named, projects).id })
}

export const logoutCommand = defineCommand({
  name: 'logout',
  about: 'Forgets the key or the session of `polegraph login`, and ends the session.',
  args: {},
  options: {},
  examples: ['polegraph logout'],
  run: async (_, { settings, terminal, out, notes, json }) => {
    // A key stays: other programs may use it.
    if (settings.cookie) {
      await clientOf(settings)
        .session.signOut({ retries: 0 })
        .catch(() =>
          notes.line('polegraph: the session could not be ended at the service; it ends by itself in 30 days'),
        )
    }
    forgetLogin(terminal.environment)
    if (json) return void out.json({ ok: true })
    out.line('Signed out.')
    return undefined
  },
})
