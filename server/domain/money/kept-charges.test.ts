import { expect, it } from 'vitest'
import { quiet } from '#testing/ledger.ts'
import { createStillClock } from '#testing/movable-clock.ts'
import { settlement } from '#testing/rows.ts'
import type { Settlement } from '../../db/settling/settlement.ts'
import type { Reserve } from '../../db/sqlite/reserve.ts'
import type { Spool } from '../../db/sqlite/spool.ts'
import { createChargeShortage } from './charge-shortage.ts'
import { createKeptCharges } from './kept-charges.ts'

const refuse = async () => {
  throw new Error('no space left')
}

const open = (places: { spool?: () => Promise<void>; reserve?: () => Promise<void> }) => {
  const clears: number[] = []
  const unspooled = new Map<string, Settlement>()
  const shortage = createChargeShortage({ clock: createStillClock(), log: quiet }, () => unspooled.size)
  const spool: Spool = {
    append: places.spool ?? refuse,
    read: async () => [],
    remove: async () => {},
    close: async () => {},
  }
  const reserve: Reserve = {
    left: [],
    append: places.reserve ?? refuse,
    clear: async () => {
      clears.push(unspooled.size)
    },
    isShort: async () => false,
    hasRoom: async () => true,
    close: async () => {},
  }
  return { kept: createKeptCharges({ spool, reserve }, unspooled, shortage), shortage, clears }
}

it('the reserve is not emptied while a charge is in it or on its way there', async () => {
  const written = Promise.withResolvers<void>()
  const { kept, clears } = open({ reserve: () => written.promise })
  const keeping = kept.keep(settlement({ requestId: 'a' }), () => {})
  await Promise.resolve()
  await kept.clearReserve()
  written.resolve()
  await keeping
  await kept.clearReserve()
  expect([clears, kept.unspooled().map(({ requestId }) => requestId)]).toEqual([[], ['a']])
  kept.forget('a')
  await kept.clearReserve()
  expect(clears).toEqual([0])
})

it('what the spool takes needs no reserve, and is told once', async () => {
  const { kept, shortage } = open({ spool: async () => {} })
  const told: string[] = []
  await kept.keep(settlement({ requestId: 'a' }), (fate) => told.push(fate))
  expect([kept.unspooled(), shortage.mayBegin()]).toEqual([[], true])
  kept.takeStored('a')?.('known')
  expect([told, kept.takeStored('a')]).toEqual([['known'], undefined])
})

it('what nothing takes is refused, and does not wait', async () => {
  const { kept, shortage } = open({})
  const keeping = kept.keep(settlement({ requestId: 'a' }), () => {})
  await expect(keeping).rejects.toMatchObject({ code: 'storage_unavailable' })
  expect([kept.unspooled(), shortage.mayBegin()]).toEqual([[], false])
})
