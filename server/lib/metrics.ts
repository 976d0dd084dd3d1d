/** Figures about the running process, written as Prometheus text. */
export type Metrics = {
  counter: (name: string, help: string, labels: readonly string[]) => Counter
  /** `read` is asked whenever the figures are. */
  gauge: (name: string, help: string, read: () => number) => void
  write: () => string
}

type Counter = { add: (labelValues: readonly string[], amount?: number) => void }

/** More label combinations than this are counted together: a label must not let memory grow without end. */
const mostSeries = 2000

export const createMetrics = (): Metrics => {
  const families = new Map<string, () => string>()
  return {
    counter: (name, help, labels) => {
      const series = new Map<string, number>()
      families.set(name, () =>
        family(
          name,
          help,
          'counter',
          [...series].map(([labelText, value]) => `${name}${labelText} ${value}`),
        ),
      )
      return {
        add: (labelValues, amount = 1) => {
          const labelText = writeLabels(labels, labelValues)
          const known = series.has(labelText) || series.size < mostSeries
          const key = known
            ? labelText
            : writeLabels(
                labels,
                labels.map(() => 'other'),
              )
          series.set(key, (series.get(key) ?? 0) + amount)
        },
      }
    },
    gauge: (name, help, read) => {
      families.set(name, () => family(name, help, 'gauge', [`${name} ${read()}`]))
    },
    write: () => [...families.values()].map((writeFamily) => writeFamily()).join(''),
  }
}

const family = (name: string, help: string, type: string, lines: readonly string[]): string =>
  `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n${lines.map((line) => `${line}\n`).join('')}`

const writeLabels = (names: readonly string[], values: readonly string[]): string => {
  if (names.length === 0) return ''
  const pairs = names.map((name, index) => `${name}="${escapeLabel(values[index] ?? '')}"`)
  return `{${pairs.join(',')}}`
}

const escapeLabel = (value: string): string =>
  value.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n')
