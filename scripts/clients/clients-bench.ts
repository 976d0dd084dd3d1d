import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startTestGateway } from '#testing/gateway.ts'
import { addStrictChannels } from '#testing/strict/strict-channels.ts'
import { type StrictUpstream, startStrictUpstream } from '#testing/strict/strict-upstream.ts'

export type ClientsBench = { address: string; key: string; upstream: StrictUpstream; close: () => Promise<void> }

/** One node on SQLite before the strict upstreams. */
export const startClientsBench = async (): Promise<ClientsBench> => {
  const folder = await mkdtemp(join(tmpdir(), 'sluice-clients-'))
  const upstream = await startStrictUpstream()
  const gateway = await startTestGateway({ place: { url: undefined, file: join(folder, 'sluice.sqlite') } })
  const key = await addStrictChannels(await gateway.asRoot(), upstream.url)
  return {
    address: gateway.url,
    key,
    upstream,
    close: async () => {
      await gateway.close()
      await upstream.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
