import { useQuery } from '@tanstack/react-query'
import { logs } from '#contract/logs.ts'
import { callWhole } from '../../../lib/api.ts'
import { resourceOf } from '../../../lib/query.ts'
import { serverSeconds } from '../../../lib/server-time.ts'

const month = 30 * 24 * 3600

/** What calls of each model cost within the last thirty days. */
export const useTurnoverQuery = () =>
  useQuery({
    queryKey: [resourceOf(logs.usage), 'turnover'],
    queryFn: async ({ signal }): Promise<ReadonlyMap<string, number>> => {
      const end = serverSeconds()
      const range = { start_timestamp: String(end - month), end_timestamp: String(end) }
      const { data: points } = await callWhole(logs.usage, { query: { ...range, default_time: 'week' } }, { signal })
      const quotas = new Map<string, number>()
      for (const { model_name: model, quota } of points) quotas.set(model, (quotas.get(model) ?? 0) + quota)
      return quotas
    },
  })

/** The same; undefined until it is known. */
export const useTurnover = (): ReadonlyMap<string, number> | undefined => useTurnoverQuery().data
