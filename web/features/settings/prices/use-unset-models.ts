import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { optionCalls } from '#contract/options.ts'
import { endpointQuery } from '../../../lib/query.ts'
import { useSettings } from '../settings-state.ts'
import { readTables, unsetModels } from './price-tables.ts'

/** The enabled models that the saved prices leave out; undefined until they are known. */
export const useUnsetModels = () => {
  const { stored } = useSettings()
  const enabled = useQuery(endpointQuery(optionCalls.unsetModels))
  const models = useMemo(() => {
    const read = readTables(stored.texts)
    return enabled.data && read.ok ? unsetModels(enabled.data, read.tables) : undefined
  }, [enabled.data, stored])
  return { models, error: enabled.data ? null : enabled.error, retry: () => void enabled.refetch() }
}
