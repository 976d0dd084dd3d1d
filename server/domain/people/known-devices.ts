import type { Database } from '../../db/database.ts'
import { deleteOldKnownDevices, isKnownDevice, keepKnownDevice } from '../../db/known-devices.ts'
import { type Clock, nowSeconds } from '../../lib/clock.ts'
import type { Vault } from '../../lib/vault.ts'

/**
 * Who tries a secret: where he comes from, the value by which his browser is known if somebody has signed in with it,
 * and the one that tells it from others for a few minutes.
 */
export type Asker = { address: string; device: string | undefined; browser: string | undefined }

/**
 * Browsers that somebody signed in with before. They prove nothing; but whoever uses one goes on while strangers guess
 * at the account from elsewhere. The browser holds a random value, of which only the fingerprint is kept.
 */
export type KnownDevices = {
  /** The device's hash, when the user has signed in with it. */
  find: (userId: number, device: string | undefined) => Promise<string | undefined>
  /** After the user signed in with the device. */
  remember: (userId: number, device: string) => Promise<void>
  /** Forgets devices that nobody used for long. */
  sweep: () => Promise<void>
}

export const deviceSeconds = 365 * 24 * 60 * 60
const mostOfOneUser = 20

type Parts = { database: Database; vault: Vault; clock: Clock }

export const createKnownDevices = ({ database, vault, clock }: Parts): KnownDevices => {
  const hashDevice = (device: string) => vault.fingerprint(`device:${device}`)
  return {
    find: async (userId, device) => {
      if (device === undefined) return undefined
      const hash = hashDevice(device)
      return (await isKnownDevice(database.query, userId, hash)) ? hash : undefined
    },
    remember: async (userId, device) => {
      const row = { user_id: userId, device_hash: hashDevice(device), seen_at: nowSeconds(clock) }
      await keepKnownDevice(database.query, row, mostOfOneUser)
    },
    sweep: () => deleteOldKnownDevices(database.query, nowSeconds(clock) - deviceSeconds),
  }
}
