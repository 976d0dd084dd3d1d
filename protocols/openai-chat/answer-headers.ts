/** What clients of every interface of this maker find on an answer: how long it took, and which version answered. */
export const tellHeaders = (headers: string[], elapsedMs: number): void => {
  headers.push('openai-processing-ms', String(Math.round(elapsedMs)), 'openai-version', '2020-10-01')
}
