import { nowSeconds } from '#server/lib/clock.ts'
import type { TestClient, TestGateway } from './gateway.ts'

/** As if the client had signed in then; other sessions of its user stay as they are. */
export const setProvedAt = async ({ plane }: TestGateway, client: TestClient, seconds: number): Promise<void> => {
  const [, id = ''] = /(?:^|; )session=([^;]+)/.exec(client.cookie) ?? []
  const idHash = plane.domain.vault.fingerprint(`session:${id}`)
  const session = plane.database.query.updateTable('sessions').where('id_hash', '=', idHash)
  const { numUpdatedRows } = await session.set({ proved_at: seconds }).executeTakeFirstOrThrow()
  if (numUpdatedRows !== 1n) throw new Error('the client has no session')
  plane.sessions.forgetUser(client.userId)
}

export const makeStale = (gateway: TestGateway, client: TestClient): Promise<void> => setProvedAt(gateway, client, 0)

/** As if the client had given its password just now. */
export const makeFresh = (gateway: TestGateway, client: TestClient): Promise<void> =>
  setProvedAt(gateway, client, nowSeconds(gateway.plane.domain.clock))
