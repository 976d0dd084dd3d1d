import { afterAll, beforeAll } from 'vitest'
import type { AnsweringUpstream } from './answering-upstream.ts'
import { startCapableUpstream } from './capable-upstream.ts'
import { oneGateway, type TestGateway } from './gateway.ts'
import { type RealtimeUpstream, startRealtimeUpstream } from './realtime-upstream.ts'
import { addRelayChannel, addRelayToken, priceModels } from './relay-client.ts'
import { expectSettledBooks } from './settled-books.ts'

export type SdkBench = {
  gateway: () => TestGateway
  key: () => string
  upstream: () => AnsweringUpstream
}

/**
 * A gateway with channels for makers' own clients. `plain` and `thinks` are of a channel that speaks chat alone;
 * `kept` of one that speaks what OpenAI does; `claude-native` and `gemini-native` of channels in the dialects of their
 * makers, which lead through this gateway once more.
 */
export const sdkBench = (define: (bench: SdkBench) => void): void =>
  oneGateway((gateway) => {
    let upstream: AnsweringUpstream | undefined
    let sessions: RealtimeUpstream | undefined
    let key = ''

    beforeAll(async () => {
      upstream = await startCapableUpstream()
      sessions = await startRealtimeUpstream()
      const root = await gateway().asRoot()
      const others = ['claude-native', 'gemini-native', 'kept', 'picture', 'realtime']
      await priceModels(root, ['plain', 'thinks', ...others])
      key = (await addRelayToken(root)).key
      await addRelayChannel(root, { type: 47, base_url: upstream.url, models: 'plain,thinks' })
      await addRelayChannel(root, { base_url: upstream.url, models: 'kept,picture' })
      await addRelayChannel(root, { base_url: sessions.url, models: 'realtime', model_mapping: '{"realtime":"plain"}' })
      for (const [type, model] of [
        [14, 'claude-native'],
        [24, 'gemini-native'],
      ] as const) {
        await addRelayChannel(root, {
          type,
          base_url: gateway().url,
          key,
          models: model,
          model_mapping: JSON.stringify({ [model]: 'plain' }),
        })
      }
    })
    afterAll(async () => {
      await upstream?.close()
      await sessions?.close()
    })
    expectSettledBooks(gateway)

    define({
      gateway,
      key: () => key,
      upstream: () => {
        if (upstream === undefined) throw new Error('the upstream has not been started')
        return upstream
      },
    })
  })
