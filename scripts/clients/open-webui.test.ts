import { beforeAll, describe, expect, it } from 'vitest'
import { capableSound, startCapableUpstream } from '#testing/capable-upstream.ts'
import { oneGateway } from '#testing/gateway.ts'
import {
  conversationsOf,
  lists,
  othersOf,
  type RecordedRequest,
  recordedHeaders,
} from '#testing/open-webui-requests.ts'
import { addRelayChannel, priceModels } from '#testing/relay-client.ts'
import { expectSettledBooks } from '#testing/settled-books.ts'
import { addStrictChannels, dialects, strictModel } from '#testing/strict/strict-channels.ts'
import { strictText, strictVector } from '#testing/strict/strict-question.ts'
import { type StrictUpstream, startStrictUpstream } from '#testing/strict/strict-upstream.ts'

const whole = strictText
/** Up to the word at which it stops. */
const told = 'Told: Be brief.'

/** What each must come to: a piece of what is shown. */
const shown: Readonly<Record<string, string>> = {
  streamed: whole,
  'with settings of the chat': told,
  'a title, tags, questions, searches': whole,
  'a picture': 'A picture: image/png',
  'streamed, as Ollama': whole,
  'with settings, as Ollama': told,
  'a title, as Ollama': whole,
  'a picture, as Ollama': 'A picture: image/png',
  'a tool, as Ollama': '"name":"weather"',
  'a prompt': whole,
  'letting a model go': '"done_reason":"unload"',
}

/** As the catalogue knows the model that stands for a dialect. */
const capabilitiesOf = (dialect: string): string =>
  dialect === 'messages' || dialect === 'gemini'
    ? '"capabilities":["completion","tools","thinking","vision"]'
    : '"capabilities":["completion","tools","vision"]'

/** The words of an answer, however it is told; as it stands where it has none. */
const wordsOf = (text: string): string => {
  const lines = text.split('\n').flatMap((line) => {
    const json = line.replace(/^data: /, '')
    return json.startsWith('{') ? [JSON.parse(json)] : []
  })
  const words = lines.map(({ choices, message, response }) => {
    const [choice] = choices ?? []
    return choice?.delta?.content ?? choice?.message?.content ?? message?.content ?? response ?? ''
  })
  return words.join('') || text
}

describe('Open WebUI, as recorded', () => {
  oneGateway((gateway) => {
    let key = ''
    let strict: StrictUpstream | undefined
    beforeAll(async () => {
      const upstream = await startStrictUpstream()
      const capable = await startCapableUpstream()
      strict = upstream
      const root = await gateway().asRoot()
      key = await addStrictChannels(root, upstream.url)
      await priceModels(root, ['makes', ...dialects.flatMap((dialect) => strictModel(dialect) ?? [])])
      await addRelayChannel(root, { base_url: capable.url, models: 'makes' })
      return async () => {
        await upstream.close()
        await capable.close()
      }
    })
    expectSettledBooks(gateway)

    const ask = async ({ path, body, form }: RecordedRequest): Promise<{ status: number; text: string }> => {
      const headers = { ...recordedHeaders, authorization: `Bearer ${key}` }
      const parts = new FormData()
      for (const [name, value] of Object.entries(form ?? {})) parts.append(name, value)
      parts.append('file', new Blob([capableSound]), 'sound.wav')
      const answer = await fetch(gateway().url + path, {
        ...(body === undefined && form === undefined ? {} : { method: 'POST' }),
        headers: body === undefined ? headers : { ...headers, 'content-type': 'application/json' },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        ...(form === undefined ? {} : { body: parts }),
      })
      return { status: answer.status, text: await answer.text() }
    }

    it.each(dialects)(
      'has all of its conversations with a model of %s, in both dialects it speaks',
      async (dialect) => {
        const requests = conversationsOf(strictModel(dialect) ?? '')
        const answers = await Promise.all(requests.map(ask))
        expect(answers.map(({ status, text }, index) => [status, requests[index]?.what, wordsOf(text)])).toEqual(
          requests.map(({ what }) => {
            const piece = what === 'what a model can' ? capabilitiesOf(dialect) : shown[what]
            return [200, what, expect.stringContaining(piece ?? 'known to nobody')]
          }),
        )
        expect(strict?.refusals).toEqual([])
      },
    )

    it('finds its models, and that the server is there', async () => {
      const [models, asOllama, loaded, version] = await Promise.all(lists.map(ask))
      for (const dialect of dialects) {
        expect(models?.text).toContain(`"${strictModel(dialect)}"`)
        expect(asOllama?.text).toContain(`"name":"${strictModel(dialect)}"`)
      }
      expect([loaded?.text, version?.status, version?.text]).toEqual([
        '{"models":[]}',
        200,
        expect.stringMatching(/"0\./),
      ])
    })

    it('makes vectors, pictures and sounds, and writes down what was said', async () => {
      const answers = await Promise.all(othersOf('makes').map(ask))
      expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
      const [vectors, two, one, picture, speech, said] = answers.map(({ text }) => text)
      expect(JSON.parse(vectors ?? '').data).toHaveLength(2)
      expect(JSON.parse(two ?? '').embeddings).toEqual([strictVector, strictVector])
      expect(JSON.parse(one ?? '').embedding).toEqual(strictVector)
      expect(JSON.parse(picture ?? '').data).toHaveLength(1)
      expect(speech).toBe(capableSound.toString())
      expect(JSON.parse(said ?? '')).toEqual({ text: 'what was said' })
    })
  })
})
