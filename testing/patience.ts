/** What has to come about in the end may take its time on a busy machine. */
export const patience = { timeout: 60_000 }
