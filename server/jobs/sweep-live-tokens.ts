import type { Domain } from '../domain/domain.ts'
import type { Job } from './runner.ts'

export const sweepLiveTokens = ({ domain }: { domain: Pick<Domain, 'liveTokens'> }): Job => ({
  name: 'sweep-live-tokens',
  everySeconds: 3600,
  run: domain.liveTokens.sweep,
})
