import { arch, cpus, loadavg, platform } from 'node:os'
import type { Row } from './measurement.ts'

function describeMachine() {
  // The bench itself makes a load of about two; what is above that is others, and they slow the clock down.
  const [load = 0] = loadavg()
  return { node: process.version, platform: platform(), arch: arch(), cores: cpus().length, load }
}

export function renderJson(rows: Row[]): string {
  const full = rows.map((row) => ({ ...row, ratio: row.peer === undefined ? undefined : row.ours / row.peer }))
  return JSON.stringify({ machine: describeMachine(), rows: full }, null, 2)
}

export function renderTable(rows: Row[]): string {
  const head = ['measure', 'ours', 'peer', 'ratio', 'target', 'met']
  const lines = [head, ...rows.map(cells)]
  const widths = head.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)))
  const table = lines.map((line) =>
    line
      .map((cell, column) => pad(cell, widths[column] ?? 0, column))
      .join('  ')
      .trimEnd(),
  )
  const rule = widths.map((width) => '-'.repeat(width)).join('  ')
  table.splice(1, 0, rule)
  const notes = rows.filter((row) => row.note).map((row) => `${row.measure}: ${row.note}`)
  const { node, platform, arch, cores, load } = describeMachine()
  const machine = `Node ${node}, ${platform} ${arch}, ${cores} cores, load average ${load.toFixed(1)}`
  return [...table, '', ...notes, machine].join('\n')
}

function cells(row: Row): string[] {
  return [
    row.measure,
    figure(row.ours, row.unit),
    row.peer === undefined ? '' : figure(row.peer, row.unit),
    row.peer === undefined ? '' : (row.ours / row.peer).toFixed(2),
    row.target?.text ?? '',
    row.target ? (row.target.met ? 'yes' : 'no') : '',
  ]
}

function figure(value: number, unit: string): string {
  const digits = value < 10 ? 2 : value < 100 ? 1 : 0
  return `${value.toFixed(digits)} ${unit}`
}

/** Figures stand under each other at the right, words at the left. */
function pad(cell: string, width: number, column: number): string {
  return column >= 1 && column <= 3 ? cell.padStart(width) : cell.padEnd(width)
}
