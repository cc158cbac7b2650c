import { spawn } from 'node:child_process'
import { once } from 'node:events'
import type { DocumentPlace } from './document-service.ts'

// Runs commands one after the other in one shell, as a reader pastes them. The shell ends with the first that fails.

/** A command with what a test has to know of it. */
export interface PreparedCommand {
  line: string
  /** It goes on for ever: it is interrupted when it has shown this. */
  until?: RegExp
  /** A command that is run again and again while this one goes on. */
  meanwhile?: string
  /** It is refused here, and says this. */
  refused?: RegExp
  /** What a person types. */
  typed?: string
}

export interface CommandOutcome {
  line: string
  /** All that it has written. */
  output: string
  /** Whether it was begun, and did not fail. */
  isDone: boolean
}

const functions = `
set -euo pipefail
# Well above what a command takes on a busy machine, and below what the test waits for all of them.
patience=180
# An answer that is an error fails.
curl() { command curl --fail-with-body "$@"; }
goes_on() {
  local pattern=$1 line=$2 meanwhile=$3 ends=$((SECONDS + patience)) log pid
  log=$(mktemp)
  set -m
  ( trap : TERM; eval "$line" ) >"$log" 2>&1 </dev/null &
  pid=$!
  set +m
  until grep -qP "$pattern" "$log"; do
    if ! kill -0 "$pid" 2>/dev/null && ! grep -qP "$pattern" "$log"; then
      cat "$log"
      echo "it has ended without showing $pattern"
      return 1
    fi
    if [ "$SECONDS" -ge "$ends" ]; then
      kill -KILL -- "-$pid" 2>/dev/null || true
      cat "$log"
      echo "it has not shown $pattern within $patience seconds"
      return 1
    fi
    eval "$meanwhile" >/dev/null 2>&1 || true
    sleep 0.1
  done
  kill -TERM -- "-$pid" 2>/dev/null || true
  wait "$pid" || true
  cat "$log"
}
refused() {
  local pattern=$1 line=$2 written
  if written=$(eval "$line" 2>&1); then
    echo "$written"
    echo "it was not refused"
    return 1
  fi
  echo "$written"
  grep -qP "$pattern" <<<"$written"
}
`
const mark = '@@ command'

export async function runCommands(
  commands: PreparedCommand[],
  { folder, environment }: Pick<DocumentPlace, 'folder' | 'environment'>,
): Promise<CommandOutcome[]> {
  const steps = commands.map((command, at) => `echo; echo '${mark} ${at}'\n${scriptOf(command)}`)
  const script = [functions, ...steps, `echo; echo '${mark} ${commands.length}'`].join('\n')
  const child = spawn('bash', ['-c', `exec 2>&1\n${script}`], {
    cwd: folder,
    env: environment,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let written = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    written += text
  })
  await once(child, 'close')
  const parts = written.split(new RegExp(`^${mark} \\d+\\n`, 'm')).slice(1)
  return commands.map(({ line }, at) => ({
    line,
    output: parts[at] ?? '',
    isDone: parts[at + 1] !== undefined,
  }))
}

function scriptOf({ line, until, meanwhile = ':', refused, typed }: PreparedCommand): string {
  if (until) return `goes_on ${quoted(until.source)} ${quoted(line)} ${quoted(meanwhile)}`
  if (refused) return `refused ${quoted(refused.source)} ${quoted(line)}`
  return typed === undefined ? line : `printf '%s\\n' ${quoted(typed)} | ${line}`
}

const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`
