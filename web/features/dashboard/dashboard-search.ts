import * as z from 'zod/mini'
import { usageMeasures, usageParts } from '#contract/usage-parts.ts'
import { choiceParameter, rangeParameters, textParameter } from '../../lib/search-parameters.ts'

export const dashboardSearch = z.object({
  range: choiceParameter(['1d', '3d', '7d', '30d', '90d', '365d']),
  /** A time of its own, in place of the range. */
  start_timestamp: rangeParameters.start_timestamp,
  end_timestamp: rangeParameters.end_timestamp,
  step: choiceParameter(['hour', 'day', 'week']),
  measure: choiceParameter(usageMeasures),
  by: choiceParameter(usageParts),
  username: textParameter,
})
export type DashboardSearch = z.output<typeof dashboardSearch>
