import type { Mutants } from './requirement.ts'

const settlements = 'server/domain/money/settlements.test.ts'

export const faultMutants: Mutants = {
  F07: [
    {
      file: 'server/domain/channels/channel-health.ts',
      from: 'health.wishedUntil = clock.monotonic() + wished',
      to: 'health.wishedUntil = 0',
      failing: 'server/relay/limits-of-upstreams.test.ts',
    },
  ],
  F08: [
    {
      file: 'server/relay/failure.ts',
      from: 'return status < 200 || status >= 300',
      to: 'return false',
      failing: 'server/relay/storms.test.ts',
    },
  ],
  F09: [
    {
      file: 'server/relay/failure.ts',
      from: 'return refusedKey.has(status) ?',
      to: 'return false ?',
      failing: 'server/relay/storms.test.ts',
    },
  ],
  F10: [
    {
      file: 'server/relay/departure.ts',
      from: 'answer.abort()\n      over()',
      to: 'over()',
      failing: 'server/relay/let-go.test.ts',
    },
  ],
  F14: [
    {
      file: 'server/db/sqlite/sqlite-settle.ts',
      from: 'if (!alone && isInOtherTable(statements, settlement)) continue',
      to: '',
      failing: 'server/db/settling/settle.test.ts',
    },
  ],
  F15: [
    {
      file: 'server/domain/money/kept-charges.ts',
      from: 'await keepInReserve(settlement, isDurable)',
      to: 'throw error',
      failing: settlements,
    },
  ],
  F27: [
    {
      file: 'server/domain/money/charge-replay.ts',
      from: 'await spool.remove(sent)',
      to: '',
      failing: settlements,
    },
  ],
}
