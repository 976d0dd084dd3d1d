import { useQueries } from '@tanstack/react-query'
import { useMemo } from 'react'
import { models } from '#contract/models.ts'
import { endpointQuery } from '../../lib/query.ts'
import type { Refusals } from './payment.ts'
import { parameterNames } from './request-body.ts'

/** What models do not take of whoever calls in a group, as far as it is known. */
export const useRefusals = (group: string | undefined, names: readonly string[]): Refusals => {
  const asked = group === undefined ? [] : [...new Set(names)].filter((model) => model !== '')
  const answers = useQueries({
    queries: asked.map((model) => endpointQuery(models.refusals, { query: { model, group: group ?? '' } })),
    combine: (results) => results.map(({ data = [] }, place) => ({ model: asked[place] ?? '', data })),
  })
  return useMemo(
    () => new Map(answers.map(({ model, data }) => [model, new Set(data.map((name) => parameterNames[name]))])),
    [answers],
  )
}
