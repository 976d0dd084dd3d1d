import type { Figures } from './plain-calls.ts'

/** `most`: how many times as much as nginx it may cost. */
export type Row = { path: string; unit: string; gateway: Figures; nginx: Figures; most: number }

/** A figure that was promised, and whether it holds. */
export type Verdict = { name: string; figure: string; holds: boolean }

/** One line per path. The ratio is what holds from machine to machine; absolute figures are this machine's. */
export const renderTable = (rows: readonly Row[]): string =>
  aligned([
    ['path', 'gateway', 'nginx', 'ratio', 'gateway /s', 'nginx /s', 'gateway MB', 'nginx MB'],
    ...rows.map(({ path, unit, gateway, nginx, most }) => [
      path,
      `${cost(gateway).toFixed(1)} µs/${unit}`,
      `${cost(nginx).toFixed(1)} µs/${unit}`,
      ratio({ path, unit, gateway, nginx, most }).toFixed(2),
      (gateway.units / gateway.seconds).toFixed(0),
      (nginx.units / nginx.seconds).toFixed(0),
      gateway.megabytes.toFixed(0),
      nginx.megabytes.toFixed(0),
    ]),
  ])

export const verdictOf = (row: Row): Verdict => ({
  name: row.path,
  figure: `${ratio(row).toFixed(2)} times nginx, at most ${row.most}`,
  holds: ratio(row) <= row.most,
})

export const renderVerdicts = (verdicts: readonly Verdict[]): string =>
  aligned(verdicts.map(({ name, figure, holds }) => [name, figure, holds ? 'holds' : 'DOES NOT HOLD']))

const ratio = ({ gateway, nginx }: Row): number => cost(gateway) / cost(nginx)

/** Processor time per unit of work. */
const cost = ({ microseconds, units }: Figures): number => microseconds / units

const aligned = (lines: readonly (readonly string[])[]): string => {
  const widths = (lines[0] ?? []).map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)))
  return lines.map((line) => line.map((cell, column) => pad(cell, column, widths[column] ?? 0)).join('  ')).join('\n')
}

const pad = (cell: string, column: number, width: number): string =>
  column === 0 ? cell.padEnd(width) : cell.padStart(width)
