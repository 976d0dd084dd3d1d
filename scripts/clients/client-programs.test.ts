import { beforeAll, expect, it } from 'vitest'
import { oneGateway } from '#testing/gateway.ts'
import { expectSettledBooks } from '#testing/settled-books.ts'
import { type ClientLine, casesWithout, faultOf, smallPicture } from '#testing/strict/client-cases.ts'
import { addStrictChannels } from '#testing/strict/strict-channels.ts'
import { startStrictUpstream } from '#testing/strict/strict-upstream.ts'
import { clients } from './client-list.ts'

type Features = Readonly<Record<string, (model: string) => Promise<unknown>>>

/** The programs whose packages are installed here, and how each tells what it can do. */
const programs: Readonly<Record<string, (module: ReturnType<typeof JSON.parse>) => Features | Promise<Features>>> = {
  'openai-node': ({ features }) => features,
  'openai-node-azure': ({ azureFeatures }) => azureFeatures,
  'openai-node-responses': ({ features }) => features,
  'anthropic-node': ({ features }) => features,
  'google-node': ({ features }) => features,
  'ollama-node': ({ features }) => features,
  'ai-sdk-chat': ({ featuresOf }) => featuresOf('chat'),
  'ai-sdk-responses': ({ featuresOf }) => featuresOf('responses'),
  'ai-sdk-anthropic': ({ featuresOf }) => featuresOf('anthropic'),
  'ai-sdk-router': ({ featuresOf }) => featuresOf('router'),
}

oneGateway((gateway) => {
  beforeAll(async () => {
    const upstream = await startStrictUpstream()
    const key = await addStrictChannels(await gateway().asRoot(), upstream.url)
    process.env.CLIENT_WORLD = JSON.stringify({ address: gateway().url, key, picture: smallPicture })
    return async () => {
      delete process.env.CLIENT_WORLD
      await upstream.close()
    }
  })
  expectSettledBooks(gateway)

  it.each(Object.entries(programs))('%s does all that it can before four strict upstreams', async (id, featuresIn) => {
    const client = clients.find((each) => each.id === id)
    const features = await featuresIn(await import(/* @vite-ignore */ `./programs/${client?.program}`))
    const cases = casesWithout('package', client?.cannot ?? {})
    expect(cases.length).toBeGreaterThan(50)
    const faults = await Promise.all(
      cases.map(async ({ feature, does, upstream, model }) => {
        const line: ClientLine = { feature, upstream }
        try {
          line.seen = await features[does]?.(model)
        } catch (error) {
          line.failure = String(error)
        }
        const fault = faultOf(line)
        return fault === undefined ? [] : [`${feature}, ${upstream}: ${fault}`]
      }),
    )
    expect(faults.flat()).toEqual([])
  })
})
