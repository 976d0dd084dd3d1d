import type { Domain } from '../domain/domain.ts'
import type { BodyShare } from '../lib/inbound/body-budget.ts'
import type { BodyRoom } from '../lib/inbound/body-intake.ts'
import type { Caller } from './authenticate.ts'

type Live = Pick<Domain, 'ledger'>

/** A body larger than this is not read for somebody who cannot pay for anything; models that cost nothing take less. */
const mostUnpaid = 64 * 1024

/** The memory that the body of a call gets, and who gets none. */
export const bodyRoom = (domain: Live, caller: Pick<Caller, 'userId' | 'tokenId'>, share: BodyShare): BodyRoom => {
  let asked = 0
  let isChecked = false
  const check = (bytes: number): Promise<void> | undefined => {
    if (isChecked || bytes <= mostUnpaid) return undefined
    isChecked = true
    return checkQuota(domain, caller)
  }
  return {
    expect: check,
    take: (bytes, whenWaited) => {
      asked += bytes
      const checking = check(asked)
      return checking === undefined ? share.take(bytes, whenWaited) : checking.then(() => share.take(bytes, whenWaited))
    },
    giveBack: share.giveBack,
  }
}

/** The least that can be held is held and given back: whoever has nothing is refused as a call would be. */
const checkQuota = async ({ ledger }: Live, { userId, tokenId }: Pick<Caller, 'userId' | 'tokenId'>): Promise<void> => {
  ledger.release(await ledger.hold({ userId, tokenId, amount: 1, least: 1 }))
}
