import type { Figures } from './plain-calls.ts'

export type Row = { path: string; unit: string; gateway: Figures; nginx: Figures }

/** One line per path. The ratio is what holds from machine to machine; absolute figures are this machine's. */
export const renderTable = (rows: readonly Row[]): string => {
  const head = ['path', 'gateway', 'nginx', 'ratio', 'gateway /s', 'nginx /s', 'gateway MB', 'nginx MB']
  const lines = [head, ...rows.map(cells)]
  const widths = head.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)))
  return lines.map((line) => line.map((cell, column) => pad(cell, column, widths[column] ?? 0)).join('  ')).join('\n')
}

const cells = ({ path, unit, gateway, nginx }: Row): string[] => [
  path,
  `${cost(gateway).toFixed(1)} µs/${unit}`,
  `${cost(nginx).toFixed(1)} µs/${unit}`,
  (cost(gateway) / cost(nginx)).toFixed(2),
  (gateway.units / gateway.seconds).toFixed(0),
  (nginx.units / nginx.seconds).toFixed(0),
  gateway.megabytes.toFixed(0),
  nginx.megabytes.toFixed(0),
]

/** Processor time per unit of work. */
const cost = ({ microseconds, units }: Figures): number => microseconds / units

const pad = (cell: string, column: number, width: number): string =>
  column === 0 ? cell.padEnd(width) : cell.padStart(width)
