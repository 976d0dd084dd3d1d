import { logOther } from '#contract/logs.ts'
import { recomputeQuota } from '#pricing/recorded-charge.ts'

/** Works a row's charge out again from nothing but the row, as it is stored. */
export const recomputeRow = (row: { prompt_tokens: number; completion_tokens: number; other: string }): number =>
  recomputeQuota(row, logOther.parse(JSON.parse(row.other)))
