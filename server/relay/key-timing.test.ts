import { once } from 'node:events'
import { Agent, request } from 'node:http'
import { expect, it } from 'vitest'
import { oneGateway } from '#testing/gateway.ts'
import { addRelayToken } from '#testing/relay-client.ts'
import { measureInTurns, trend } from '#testing/timing.ts'

const samples = 2000
const lengths = 48

oneGateway((gateway) => {
  it('T26: a wrong key takes as long to refuse, however much of it is right', async () => {
    const { key } = await addRelayToken(await gateway().asRoot())
    const right = key.slice(3)
    expect(right).toHaveLength(lengths)
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    const call = async (characters: string) => {
      const headers = { authorization: `Bearer sk-${characters}` }
      const sent = request(`${gateway().url}/v1/models`, { agent, headers }).end()
      const [response] = await once(sent, 'response')
      response.resume()
      await once(response, 'end')
      return response.statusCode
    }
    try {
      expect(await call(right)).toBe(200)
      // Of each third of the lengths one in a round, so that every length has its turn.
      const thirds = ['0', '1', '2'] as const
      const within = lengths / thirds.length
      const statuses = new Set<number>()
      // Made before: making one takes the longer, the less of it is right.
      const keys = thirds.map((_third, place) =>
        Array.from({ length: samples }, (_sample, round) => {
          const shared = place * within + (round % within)
          return right.slice(0, shared) + unlike(right.slice(shared), round)
        }),
      )
      const times = await measureInTurns(thirds, samples, async (third, round) => {
        statuses.add(await call(keys[Number(third)]?.[round] ?? right))
      })
      expect([...statuses]).toEqual([401])
      expect(Math.abs(trend(thirds.map((third) => times[third])))).toBeLessThan(6)
    } finally {
      agent.destroy()
    }
  })
})

const letters = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** As long as the text, another in every character, and another in every round. */
const unlike = (text: string, round: number): string =>
  [...text]
    .map((character, place) => {
      const step = 1 + ((round * 31 + place * 7) % (letters.length - 1))
      return letters[(letters.indexOf(character) + step) % letters.length]
    })
    .join('')
