import type { NewFailedCall } from '../../db/schema.ts'
import { type FailedCall, rowOfFailedCall } from './failed-call.ts'

/** Makes rows of failed calls, a bounded number of them a minute. */
export type RowsOfAMinute = {
  /** The row of the call, or the last one like it, which counts one more. Undefined: there is none for it. */
  rowFor: (call: FailedCall, second: number) => NewFailedCall | undefined
}

/** As many rows a minute has each user for each reason. */
const mostRows = 10
/** As many addresses with keys that are nobody's have a row of their own in a minute; all others share one. */
const mostAddresses = 20
/** Users and reasons beyond these, in one minute, have no row. */
const mostReasons = 2000

export const createRowsOfAMinute = (): RowsOfAMinute => {
  /** What was told in the current minute, by user and reason. */
  const told = new Map<string, { rows: number; last: NewFailedCall }>()
  let minute = 0
  let addresses = 0

  const turnTo = (second: number) => {
    const current = Math.floor(second / 60)
    if (current === minute) return
    minute = current
    addresses = 0
    told.clear()
  }

  const placeOf = ({ asker, address, reason }: FailedCall): { key: string; most: number; address: string } => {
    if (asker !== undefined) return { key: `${asker.userId} ${reason.code ?? reason.kind}`, most: mostRows, address }
    const own = { key: `at ${address}`, most: 1, address }
    if (told.has(own.key)) return own
    addresses += 1
    return addresses <= mostAddresses ? own : { key: 'at others', most: 1, address: '' }
  }

  return {
    rowFor: (call, second) => {
      turnTo(second)
      const { key, most, address } = placeOf(call)
      const known = told.get(key)
      if (known !== undefined && known.rows >= most) {
        known.last = { ...known.last, again: known.last.again + 1 }
        return known.last
      }
      if (known === undefined && told.size >= mostReasons) return undefined
      const last = rowOfFailedCall({ ...call, address }, second)
      told.set(key, { rows: (known?.rows ?? 0) + 1, last })
      return last
    },
  }
}
