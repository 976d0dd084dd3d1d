import { mkdtemp, readdir, readlink, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, expect, it } from 'vitest'
import { settlement } from '#testing/rows.ts'
import { mountSmallDisk } from '#testing/small-disk.ts'
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

it('F15: where no room can be set aside, it is said which and why', async () => {
  folder = await mkdtemp(join(tmpdir(), 'reserve-'))
  const file = join(folder, 'missing', 'charges.reserve')
  await expect(openReserve(file)).rejects.toThrow(
    /^No room for charges could be set aside in .*charges\.reserve: unable to open/,
  )
})

it('F15: a disk with room is not short of it, and looking leaves neither a file nor an open one', async () => {
  folder = await mkdtemp(join(tmpdir(), 'reserve-'))
  const reserve = await openReserve(join(folder, 'charges.reserve'))
  expect([await reserve.isShort(), await reserve.hasRoom()]).toEqual([false, true])
  await reserve.close()
  expect(await readdir(folder)).not.toContain('room.probe')
  const open = await Promise.all(
    (await readdir('/proc/self/fd')).map((fd) => readlink(`/proc/self/fd/${fd}`).catch(() => '')),
  )
  expect(open.filter((file) => file.startsWith(folder))).toEqual([])
})

const disk = mountSmallDisk(8)
it.skipIf(disk === undefined)('F15: a full disk is short of room, until there is some again', async () => {
  if (disk === undefined) return
  const reserve = await openReserve(join(disk.folder, 'charges.reserve'))
  expect(await reserve.isShort()).toBe(false)
  await disk.fill()
  expect([await reserve.isShort(), await reserve.hasRoom()]).toEqual([true, false])
  await disk.empty()
  expect([await reserve.isShort(), await reserve.hasRoom()]).toEqual([false, true])
  await reserve.close()
})
afterAll(() => disk?.remove())
