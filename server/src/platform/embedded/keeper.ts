import { type ChildProcessByStdio, spawn } from 'node:child_process'
import type { Readable, Writable } from 'node:stream'
import { type Binaries, libraryLinks } from './binaries.ts'
import { commandPath } from './commands.ts'
import { describeHolder } from './folder-holder.ts'
import type { Layout } from './layout.ts'
import type { RunAs } from './run-as.ts'

// A shell stands between the service and PostgreSQL, because PostgreSQL does not notice that whoever started it is gone. It
// locks the data folder itself, and all processes of PostgreSQL inherit the lock: the kernel lets go of it when the last of them has
// ended, however it ended, so there is never a stale lock, and two containers on one folder see each other. It reads a pipe from the
// service: when that ends, because the service was killed, it ends PostgreSQL.

/** The last two are those of any shell, and of the loader where a program lacks a library. */
export const keeperExits = { isLocked: 75, noFlock: 76, isNoProgram: 126, isMissing: 127 } as const

/**
 * Sorted and folded by PostgreSQL's own tables: an update of the machine's libraries changes no index. Without /dev/shm, which
 * may be small.
 */
const initdbOptions =
  '--username=postgres --auth=trust --encoding=UTF8 --locale-provider=builtin --locale=C.UTF-8 --no-instructions --set=dynamic_shared_memory_type=mmap'

/**
 * Its first line of output is the id of PostgreSQL's process. Signals of a terminal or of systemd are for the service, which
 * then ends PostgreSQL in its own order. A cluster is made under another name, so that a process that is killed leaves no half of one.
 *
 * Whatever is written in the folder is written here, by the one who owns it: root would follow links that its owner has laid.
 *
 * The libraries are named by an open file, because the list that the loader reads is split at colons, and a path may have one.
 *
 * PostgreSQL refuses a folder that is open to others, as a copy often is.
 *
 * Whoever holds the lock is alone with the folder, so the id in PostgreSQL's own lock files is an old one unless its process works
 * in that folder. After a restart of a container it is often that of another program, and PostgreSQL would refuse to start.
 */
const script = `
trap '' HUP INT TERM QUIT PIPE
command -v flock >/dev/null || exit ${keeperExits.noFlock}
exec 3<&0 9<"$lock" </dev/null
flock -n 9 || exit ${keeperExits.isLocked}
trap 'rm -f "$holder_file"' EXIT
env printf '%s' "$holder" >"$holder_file" || exit 1
[ -d "$libraries" ] || mkdir -m 700 "$libraries" || exit 1
for link in $links; do
  file=$programs/lib/\${link#*=}
  link=$libraries/\${link%%=*}
  [ "$link" -ef "$file" ] || ln -sfn "$file" "$link" || exit 1
done
exec 8<"$libraries"

attend() {
  LD_LIBRARY_PATH=/proc/self/fd/8 "$@" 3<&- >/dev/null &
  program=$!
  ( read -r line <&3
    kill -INT "$program"
    sleep 5
    kill -QUIT "$program"
    sleep 2
    kill -KILL "$program" ) 9>&- >/dev/null 2>&1 &
  watcher=$!
  [ "$1" = "$initdb" ] || echo "$program"
  wait "$program"
  code=$?
  kill -KILL "$watcher"
  return "$code"
}

if [ ! -f "$database/PG_VERSION" ]; then
  rm -rf "$making" && attend "$initdb" --pgdata="$making" ${initdbOptions} &&
    mv "$making" "$database" && sync "$folder" || exit
fi
read -r old 2>/dev/null <"$database/postmaster.pid"
[ "/proc/$old/cwd" -ef "$database" ] || rm -f "$database/postmaster.pid" "$database"/.s.PGSQL.*.lock
chmod 700 "$database"
attend "$postgres" -D "$database" "$@"
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
      ...{ PATH: commandPath(), TZ: 'UTC', LC_ALL: 'C.UTF-8', libraries: layout.libraries },
      ...{ lock: layout.folder, holder: describeHolder(), holder_file: layout.holderFile },
      ...{ programs: binaries.folder, links: libraryLinks(binaries) },
      ...{ folder: layout.folder, database: layout.database, making: layout.making },
      ...{ initdb: binaries.initdb, postgres: binaries.postgres },
    },
  })
}
