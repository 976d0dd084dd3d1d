import { ApplicationError } from '#contract/errors.ts'
import { withDeadline } from '../lib/deadline.ts'

/** An error that the SQLite thread reported. */
export class SqliteFailure extends Error {
  override readonly name = 'SqliteFailure'
  readonly code: string
  /** SQLite's extended result code; 0 when the error did not come from SQLite. */
  readonly errcode: number

  constructor(message: string, code: string, errcode: number) {
    super(message)
    this.code = code
    this.errcode = errcode
  }
}

/** Whether a row with the same unique key was there already. */
export const isUniqueViolation = (error: unknown): boolean =>
  error instanceof SqliteFailure ? uniqueResults.has(error.errcode) : stateOf(error) === '23505'

/** Whether another transaction came in between, so that the same work may simply be tried again. */
export const isConflict = (error: unknown): boolean => {
  const cause = error instanceof ApplicationError ? error.cause : error
  const state = stateOf(cause)
  return state === '40001' || state === '40P01' || isTakenLogId(cause)
}

/** A row that is stored long after its second may be given an id that one of then has; the next it is given is free. */
const isTakenLogId = (error: unknown): boolean =>
  stateOf(error) === '23505' && error instanceof Error && 'constraint' in error && error.constraint === 'logs_pkey'

export const isUnavailable = (error: unknown): boolean =>
  error instanceof ApplicationError && error.code === 'storage_unavailable'

/** Tells an engine that cannot serve, which callers must expect, from a statement or a value that is wrong. */
export const engineFailure = (error: unknown): unknown => {
  if (error instanceof ApplicationError || isMistake(error)) return error
  return new ApplicationError('storage_unavailable', {}, error)
}

/** Whether SQLite found no room on the disk, which is the spool's disk too. */
export const isDiskFull = (error: unknown): boolean => {
  const cause = error instanceof ApplicationError ? error.cause : error
  return cause instanceof SqliteFailure && (cause.errcode & 255) === diskFull
}

/** How long a database may take to say that it is there, in milliseconds. */
export const pingLimit = 3000
export const pingTookTooLong = (): unknown => engineFailure(new Error('The database did not answer in time'))

/**
 * For how long somebody who calls waits for a database that is busy with others, in milliseconds. What it is busy with
 * may take longer.
 */
export const patienceMs = 5000

export const waitedTooLong = (): unknown => engineFailure(new Error('The database was busy with others for too long'))

/** For what every call needs before it can be served: a row by its key, which a database that is well has at once. */
export const foundInTime = <Row>(row: Promise<Row>): Promise<Row> =>
  withDeadline(row, patienceMs, () => engineFailure(new Error('The database did not find a row in time')))

/** SQLITE_FULL. */
const diskFull = 13
/** SQLITE_CONSTRAINT_UNIQUE, SQLITE_CONSTRAINT_PRIMARYKEY and SQLITE_CONSTRAINT_ROWID. */
const uniqueResults = new Set([2067, 1555, 2579])
/** SQLITE_ERROR, SQLITE_TOOBIG, SQLITE_CONSTRAINT, SQLITE_MISMATCH, SQLITE_MISUSE, SQLITE_RANGE. */
const mistakenResults = new Set([1, 18, 19, 20, 21, 25])
/** Classes of SQLSTATE that speak about the statement or its values, not about the server. */
const mistakenClasses = new Set(['0A', '21', '22', '23', '42', '44'])

const isMistake = (error: unknown): boolean => {
  if (error instanceof SqliteFailure) return error.errcode === 0 ? false : mistakenResults.has(error.errcode & 255)
  if (error instanceof RangeError || error instanceof TypeError) return true
  const state = stateOf(error)
  return state !== undefined && mistakenClasses.has(state.slice(0, 2))
}

const stateOf = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' && /^[0-9A-Z]{5}$/.test(error.code)
    ? error.code
    : undefined
