import { type ChildProcessByStdio, spawn } from 'node:child_process'
import type { Readable, Writable } from 'node:stream'
import type { Binaries } from './binaries.ts'
import type { Layout } from './layout.ts'
import type { RunAs } from './run-as.ts'

// A shell stands between the service and PostgreSQL, because PostgreSQL does not notice that whoever started it is gone. It
// holds the lock of the folder, which all processes of PostgreSQL inherit: the kernel lets go of it when the last of them has ended,
// however it ended, so there is never a stale lock, and two containers on one folder see each other. It reads a pipe from the
// service: when that ends, because the service was killed, it ends PostgreSQL.

export const keeperExits = { isLocked: 75, noFlock: 76 } as const

/** Sorted and folded by PostgreSQL's own tables: an update of the machine's libraries changes no index. */
const initdbOptions =
  '--username=postgres --auth=trust --encoding=UTF8 --locale-provider=builtin --locale=C.UTF-8 --no-instructions'

/**
 * Its first line of output is the id of PostgreSQL's process. Signals of a terminal or of systemd are for the service, which
 * then ends PostgreSQL in its own order. A cluster is made under another name, so that a process that is killed leaves no half of one.
 *
 * Whoever holds the lock is alone with the folder, so the id in `postmaster.pid` is an old one unless its process works in that
 * folder. After a restart of a container it is often that of another program, and PostgreSQL would refuse to start.
 */
const script = `
trap '' HUP INT TERM QUIT PIPE
command -v flock >/dev/null || exit ${keeperExits.noFlock}
exec 3<&0 9>>"$lock" </dev/null
flock -n 9 || exit ${keeperExits.isLocked}
if [ ! -f "$database/PG_VERSION" ]; then
  rm -rf "$making" && "$initdb" --pgdata="$making" ${initdbOptions} 3<&- >/dev/null &&
    mv "$making" "$database" && sync "$folder" || exit 1
fi
if [ -f "$database/postmaster.pid" ]; then
  read -r old <"$database/postmaster.pid"
  [ "/proc/$old/cwd" -ef "$database" ] || rm -f "$database/postmaster.pid"
fi
"$postgres" -D "$database" "$@" 3<&- >/dev/null &
server=$!
echo "$server"
( read -r line <&3
  kill -INT "$server"
  sleep 5
  kill -QUIT "$server"
  sleep 2
  kill -KILL "$server" ) 9>&- >/dev/null 2>&1 &
watcher=$!
wait "$server"
code=$?
kill -KILL "$watcher"
exit "$code"
`

export type Keeper = ChildProcessByStdio<Writable, Readable, Readable>

export function startKeeper(options: {
  layout: Layout
  binaries: Binaries
  runAs: RunAs
  settings: Record<string, string>
}): Keeper {
  const { layout, binaries, runAs } = options
  const settings = Object.entries(options.settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const [command = '', ...args] = [...runAs.prefix, 'sh', '-c', script, 'polegraph-postgres', ...settings]
  return spawn(command, args, {
    // A session of its own: Ctrl-C in a terminal must not reach it.
    ...{ detached: true, cwd: '/', stdio: ['pipe', 'pipe', 'pipe'] },
    ...runAs.user,
    env: {
      ...{ PATH: process.env.PATH, LD_LIBRARY_PATH: layout.libraries, TZ: 'UTC', LC_ALL: 'C.UTF-8' },
      ...{ folder: layout.folder, lock: layout.lockFile, database: layout.database, making: layout.making },
      ...{ initdb: binaries.initdb, postgres: binaries.postgres },
    },
  })
}
