/**
 * What every answer carries as `x-request-id`: nine signs of the time, ten that one process has, a counter. Times begin
 * with a zero until the year 2059, and what is written like one otherwise is none from before 2020.
 */
const requestId = /^0[k-z][0-9a-z]{7}[0-9A-Za-z]{10}[1-9a-z][0-9a-z]{0,10}(-rest|-refund)?$/

/** No id is longer. */
export const longestRequestId = 38

/** Whether a text looks like the id of a call, so that it can be taken for one wherever it is pasted. */
export const isRequestId = (text: string): boolean => requestId.test(text)

/** What the row of a remainder has behind the id of its call, where a call was charged in two parts. */
const remainder = '-rest'

export const remainderOf = (id: string): string => `${id}${remainder}`

/** What the row has that gives back what a call was charged. */
const refund = '-refund'

export const refundOf = (id: string): string => `${id}${refund}`

/** The ids of all rows that a call may have, whichever of them is asked for. */
export const rowsOfCall = (id: string): string[] => {
  const ending = [remainder, refund].find((each) => id.endsWith(each)) ?? ''
  const call = ending === '' ? id : id.slice(0, -ending.length)
  return [call, remainderOf(call), refundOf(call)]
}
