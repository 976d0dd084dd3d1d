import type { Dialect } from './dialect.ts'

/** What the log row of a call is marked with for the dialect that its upstream was spoken to in. */
export const logMarks = (dialect: Dialect): { claude?: true } =>
  dialect === 'anthropic-messages' ? { claude: true } : {}
