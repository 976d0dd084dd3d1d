import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { settlement } from '#testing/rows.ts'
import { openReserve } from './reserve.ts'

let folder = ''
afterEach(() => rm(folder, { recursive: true, force: true }))

it('F15: the room set aside for charges is closed after what is being written there', async () => {
  folder = await mkdtemp(join(tmpdir(), 'reserve-'))
  const file = join(folder, 'charges.reserve')
  const reserve = await openReserve(file)
  const charges = [settlement(), settlement(), settlement()]
  await Promise.all([...charges.map(reserve.append), reserve.close()])
  const next = await openReserve(file)
  await next.close()
  expect(next.left).toEqual(charges)
})
