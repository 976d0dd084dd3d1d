import * as z from 'zod/mini'
import { usageMeasures, usageParts } from '#contract/usage-parts.ts'
import { choiceParameter, textParameter } from '../../lib/search-parameters.ts'

export const dashboardSearch = z.object({
  range: choiceParameter(['1d', '3d', '7d', '30d', '90d', '365d']),
  step: choiceParameter(['hour', 'day', 'week']),
  measure: choiceParameter(usageMeasures),
  by: choiceParameter(usageParts),
  username: textParameter,
})
export type DashboardSearch = z.output<typeof dashboardSearch>
