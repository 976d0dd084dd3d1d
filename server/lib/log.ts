const logLevels = ['debug', 'info', 'warn', 'error', 'silent'] as const
export type LogLevel = (typeof logLevels)[number]
export type LogFields = Record<string, unknown>

/** Structured log: one JSON object a line. */
export type Log = {
  debug: (message: string, fields?: LogFields) => void
  info: (message: string, fields?: LogFields) => void
  warn: (message: string, fields?: LogFields) => void
  error: (message: string, fields?: LogFields) => void
}

type LogOptions = { level: LogLevel; write?: (line: string) => void; now?: () => number }

export const createLog = ({ level, write = writeToOutput, now = Date.now }: LogOptions): Log => {
  const threshold = logLevels.indexOf(level)
  const at = (lineLevel: LogLevel) => {
    if (logLevels.indexOf(lineLevel) < threshold) return () => {}
    return (message: string, fields: LogFields = {}) => {
      const line = { time: new Date(now()).toISOString(), level: lineLevel, message, ...readable(fields) }
      write(`${JSON.stringify(line)}\n`)
    }
  }
  return { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') }
}

const writeToOutput = (line: string): void => {
  process.stdout.write(line)
}

const secretNames = /^(.*[-_])?(authorization|api[-_]?key|cookie|key|password|secret|sign|signature|token)$/i
const deepest = 6

const readable = (fields: LogFields, depth = 0): LogFields =>
  Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [
      name,
      secretNames.test(name) && typeof value !== 'boolean' ? '[redacted]' : readableValue(value, depth + 1),
    ]),
  )

const readableValue = (value: unknown, depth: number): unknown => {
  if (typeof value === 'bigint') return value.toString()
  if (typeof value !== 'object' || value === null) return value
  if (depth > deepest) return '[deep]'
  if (value instanceof Error) return readableError(value, depth)
  if (Array.isArray(value)) return value.map((item) => readableValue(item, depth + 1))
  if (value instanceof Date) return value
  return readable({ ...value }, depth)
}

/** Name, code, message, cause and the place in our own code. Never the stack, whose lines tell paths of the machine. */
const readableError = (error: Error, depth: number): LogFields => ({
  name: error.name,
  ...('code' in error ? { code: readableValue(error.code, depth + 1) } : {}),
  message: error.message,
  place: /\/((?:contract|protocols|providers|server)\/[^)\s]+:\d+:\d+)/.exec(error.stack ?? '')?.[1],
  ...(error.cause === undefined ? {} : { cause: readableValue(error.cause, depth + 1) }),
})
