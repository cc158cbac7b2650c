import { type SpawnSyncOptions, spawnSync } from 'node:child_process'

// Commands of the system. They are found where no PATH is set, or a wrong one.

export const commandPath = () => [process.env.PATH, '/usr/bin:/bin'].filter(Boolean).join(':')

/** Whether the command ends with this code. It says nothing, and sees nothing of the environment. */
export function endsWith(code: number, command: string[], options: SpawnSyncOptions = {}): boolean {
  const [name = '', ...args] = command
  const { status } = spawnSync(name, args, { ...options, env: { PATH: commandPath() }, cwd: '/', stdio: 'ignore' })
  return status === code
}
