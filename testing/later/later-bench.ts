import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { startAnsweringUpstream } from '../answering-upstream.ts'
import { startTestGateway } from '../gateway.ts'
import { createMovableClock } from '../movable-clock.ts'
import { answerPlainly } from '../own-batch-bench.ts'
import { addRelayChannel, addRelayToken, priceModels } from '../relay-client.ts'
import { startFinishingServices } from './finishing-services.ts'

/** A node in front of services that finish what they are given by themselves, and whose time flies. */
export const startLaterBench = async (): Promise<{ address: string; key: string; close: () => Promise<void> }> => {
  const folder = await mkdtemp(join(tmpdir(), 'sluice-later-'))
  const clock = createMovableClock()
  const services = await startFinishingServices()
  const plain = await startAnsweringUpstream(async (call, response) => {
    if (call.text.includes('slowly')) await pause(300)
    await answerPlainly(call, response)
  })
  const gateway = await startTestGateway({ place: { url: undefined, file: join(folder, 'sluice.sqlite') }, clock })
  const root = await gateway.asRoot()
  await priceModels(root, ['gpt', 'claude', 'gem', 'plain'])
  const options = { OwnBatches: 'true', ServerAddress: gateway.url, ModelPrice: '{"sora-2": 0.1}' }
  for (const [key, value] of Object.entries(options)) await root.put('/api/option/', { key, value })
  await addRelayChannel(root, { base_url: services.urls.calls, models: 'gpt' })
  await addRelayChannel(root, { type: 14, base_url: services.urls.messages, models: 'claude' })
  await addRelayChannel(root, { type: 24, base_url: services.urls.contents, models: 'gem' })
  await addRelayChannel(root, { base_url: services.urls.films, models: 'sora-2' })
  await addRelayChannel(root, { type: 43, base_url: plain.url, models: 'plain' })
  const { key } = await addRelayToken(root)
  let isOver = false
  const going = (async () => {
    while (!isOver) {
      services.finishAll()
      clock.pass(60)
      await gateway.pollTasks()
      await pause(roundMs)
    }
  })()
  return {
    address: gateway.url,
    key,
    close: async () => {
      isOver = true
      await going
      await gateway.close()
      await Promise.all([services.close(), plain.close()])
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Whoever cancels what he has just created is quicker than two of these. */
const roundMs = 500
