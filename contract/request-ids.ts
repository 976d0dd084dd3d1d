/**
 * What every answer carries as `x-request-id`: nine signs of the time, ten that one process has, a counter. Times begin
 * with a zero until the year 2059, and what is written like one otherwise is none from before 2020.
 */
const requestId = /^0[k-z][0-9a-z]{7}[0-9A-Za-z]{10}[1-9a-z][0-9a-z]{0,10}(-rest)?$/

/** No id is longer. */
export const longestRequestId = 36

/** Whether a text looks like the id of a call, so that it can be taken for one wherever it is pasted. */
export const isRequestId = (text: string): boolean => requestId.test(text)
