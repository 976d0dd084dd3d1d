import { expect, it } from 'vitest'
import { eachDatabase } from '#testing/database.ts'
import { userRow } from '#testing/rows.ts'
import { deleteOldKnownDevices, isKnownDevice, keepKnownDevice } from './known-devices.ts'
import { insertUser } from './users.ts'

eachDatabase((_engine, open) => {
  it('keeps the devices that a user was seen with last, and those of others', async () => {
    const { query } = await open()
    const ann = await insertUser(query, userRow())
    const bob = await insertUser(query, userRow())
    const see = (userId: number, device: string, seenAt: number) =>
      keepKnownDevice(query, { user_id: userId, device_hash: device, seen_at: seenAt }, 3)
    await see(bob, 'shared', 1)
    for (const [index, device] of ['one', 'two', 'three', 'one', 'shared'].entries()) await see(ann, device, index + 2)
    const known = async (userId: number) => {
      const devices = ['one', 'two', 'three', 'shared']
      const answers = await Promise.all(devices.map((device) => isKnownDevice(query, userId, device)))
      return devices.filter((_device, index) => answers[index])
    }
    expect(await known(ann)).toEqual(['one', 'three', 'shared'])
    expect(await known(bob)).toEqual(['shared'])
    await deleteOldKnownDevices(query, 5)
    expect(await known(ann)).toEqual(['one', 'shared'])
    expect(await known(bob)).toEqual([])
  })
})
