import { session } from '#contract/session.ts'
import { call } from './api.ts'
import { endpointQuery } from './query.ts'
import { noteUser } from './session.ts'

/** The own account as the server knows it now: rank, group and name are the ones that count from then on. */
export const selfQuery = () => ({
  ...endpointQuery(session.self),
  queryFn: async ({ signal }: { signal: AbortSignal }) => {
    const self = await call(session.self, {}, { signal })
    noteUser(self)
    return self
  },
})
