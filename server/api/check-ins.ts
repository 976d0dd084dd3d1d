import type { checkIns as checkInCalls } from '#contract/check-ins.ts'
import { createCheckIns } from '../domain/wallet/check-ins.ts'
import type { ControlPlane } from './control-plane.ts'
import type { Handlers } from './implement.ts'

export const checkInHandlers = ({ domain, database }: ControlPlane): Handlers<typeof checkInCalls> => {
  const checkIns = createCheckIns({ domain, database })
  return {
    status: ({ caller }) => checkIns.status(caller.user.id),
    perform: async ({ caller }) => ({ quota: await checkIns.checkIn(caller.user) }),
  }
}
