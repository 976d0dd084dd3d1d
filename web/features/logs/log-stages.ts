import type { Log, LogOther } from '#contract/logs.ts'
import { isFailed } from '../../pieces/logs/log-failure.ts'

/** Milliseconds since the request came; of what happened at one moment both are the same. */
export type Stage = {
  name: 'waiting' | 'first' | 'answering' | 'whole' | 'failed' | 'end'
  from: number
  to: number
  /** How long it took, where the row tells that more exactly than to the second. */
  exact?: number
}

/** Whether the row is of the call itself, and not of what was charged or given back for it later. */
export const hasStages = ({ rest_of, refund_of, batch }: LogOther): boolean =>
  rest_of === undefined && refund_of === undefined && batch === undefined

/** What a row tells of the course of its call; what it does not keep is no stage. */
export const stagesOf = (row: Log, other: LogOther): readonly Stage[] => {
  const end = scaleOf(row, other)
  const { frt: first } = other
  const last: Stage = { name: 'end', from: end, to: end }
  if (isFailed(row)) return [{ name: 'failed', from: 0, to: end }, last]
  if (first === undefined) return [{ name: 'whole', from: 0, to: end }, last]
  const answering: Stage = { name: 'answering', from: first, to: end }
  return [
    { name: 'waiting', from: 0, to: first, exact: first },
    { name: 'first', from: first, to: first, exact: first },
    ...(end === first ? [] : [isExact(row, other) ? { ...answering, exact: end - first } : answering]),
    last,
  ]
}

/** When the call ended, on the one scale of all that is shown of it. */
export const scaleOf = (row: Log, other: LogOther): number => {
  const tried = triedFor(other)
  return Math.max(isExact(row, other) ? 0 : row.use_time * 1000, tried, other.frt ?? 0)
}

/** A row keeps whole seconds; where each try was timed, those say the same more exactly. */
const isExact = (row: Log, other: LogOther): boolean =>
  triedFor(other) > 0 && Math.abs(row.use_time * 1000 - triedFor(other)) <= halfASecond

const halfASecond = 500

/** One try follows the other. */
const triedFor = ({ attempts = [], admin_info: { attempts: ofAdmin = [] } = {} }: LogOther): number =>
  [...ofAdmin, ...attempts].reduce((sum, { ms }) => sum + ms, 0)
