/**
 * What every answer carries as `x-request-id`: nine signs of the time, ten that one process has, a counter. Times begin
 * with a zero until the year 2059, and what is written like one otherwise is none from before 2020.
 */
const requestId = /^0[k-z][0-9a-z]{7}[0-9A-Za-z]{10}[1-9a-z][0-9a-z]{0,10}(-rest)?$/

/** No id is longer. */
export const longestRequestId = 36

/** Whether a text looks like the id of a call, so that it can be taken for one wherever it is pasted. */
export const isRequestId = (text: string): boolean => requestId.test(text)

/** What the row of a remainder has behind the id of its call, where a call was charged in two parts. */
const remainder = '-rest'

export const remainderOf = (id: string): string => `${id}${remainder}`

/** The ids of all rows that a call may have, whichever of them is asked for. */
export const rowsOfCall = (id: string): string[] => {
  const call = id.endsWith(remainder) ? id.slice(0, -remainder.length) : id
  return [call, remainderOf(call)]
}
