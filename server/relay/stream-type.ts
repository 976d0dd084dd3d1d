import type { Domain } from '../domain/domain.ts'
import type { Call } from './call.ts'

export const streamType = (call: Call): string => typeOfFraming[call.outline.framing ?? 'events']

const typeOfFraming = {
  events: 'text/event-stream; charset=utf-8',
  array: 'application/json',
  lines: 'application/x-ndjson',
} as const

/** After so long without a byte the client of a stream gets a comment; undefined where there are none. */
export const pingInterval = ({ options }: Pick<Domain, 'options'>, call: Call): number | undefined =>
  options.get('general_setting.ping_interval_enabled') && streamType(call).startsWith('text/event-stream')
    ? options.get('general_setting.ping_interval_seconds') * 1000
    : undefined
