import type { Domain } from '../../domain/domain.ts'
import type { Outbound } from '../../lib/outbound/outbound.ts'

/** What is needed to hand batches in and to tell of them. */
export type BatchParts = {
  domain: Pick<
    Domain,
    | 'clock'
    | 'options'
    | 'pool'
    | 'keys'
    | 'prices'
    | 'sensitiveWords'
    | 'ledger'
    | 'settlements'
    | 'limits'
    | 'traffic'
    | 'tasks'
    | 'taskMedia'
    | 'files'
    | 'ownedThings'
    | 'storedResponses'
    | 'ownFiles'
  >
  outbound: Outbound
  siteAddress: string
}
