import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AnsweringUpstream, answerJson, startAnsweringUpstream } from '#testing/answering-upstream.ts'
import { chatBody } from '#testing/chat-answers.ts'
import { oneFaultBench } from '#testing/fault-bench.ts'
import { callPath } from '#testing/relay-client.ts'
import { speakers } from '#testing/tool-loops.ts'

const thought = 'It must be looked up first.'
const call = { id: 'call_1', type: 'function', function: { name: 'look', arguments: '{}' } }
/** Vendors that speak the chat dialect and think aloud in it, by their types, and a model of each. */
const vendors: Readonly<Record<string, { type: number; model: string }>> = {
  'a compatible one': { type: 1, model: 'thinker' },
  DeepSeek: { type: 43, model: 'deepseek-v4' },
  'the older DeepSeek': { type: 43, model: 'deepseek-reasoner' },
  Moonshot: { type: 25, model: 'kimi-k2-thinking' },
  Zhipu: { type: 26, model: 'glm-4.6' },
}
const cases = Object.keys(vendors).flatMap((vendor) => Object.keys(speakers).map((speaks) => ({ vendor, speaks })))

oneFaultBench(
  Object.values(vendors).map(({ model }) => model),
  (bench) => {
    let upstream: AnsweringUpstream
    beforeAll(async () => {
      upstream = await startAnsweringUpstream()
      for (const { type, model } of Object.values(vendors)) {
        const setting = JSON.stringify({ dialect: 'openai-chat' })
        await bench().addChannel({ type, base_url: upstream.url, models: model, setting })
      }
    })
    afterAll(() => upstream.close())

    describe.each(['reasoning_content', 'reasoning'])(
      'what a model thought before it called a tool, told as %s',
      (member) => {
        it.each(cases)('comes back to $vendor with the next turn of $speaks', async ({ vendor, speaks }) => {
          const { model = '' } = vendors[vendor] ?? {}
          const speaker = speakers[speaks]
          if (speaker === undefined) throw new Error('nobody speaks so')
          const { gateway, key } = bench()
          upstream.does((_call, response) =>
            answerJson(response, 200, chatBody({ content: null, [member]: thought, tool_calls: [call] })),
          )
          const first = await callPath(gateway, key, speaker.path(model), speaker.ask(model, []))
          expect(first.status).toBe(200)
          upstream.does((_call, response) => answerJson(response, 200, chatBody({ content: 'Seen.' })))
          const next = await callPath(gateway, key, speaker.path(model), speaker.ask(model, speaker.goOn(first.json)))
          expect(next.status).toBe(200)
          const { messages } = upstream.calls.at(-1)?.body ?? {}
          const told = messages.find(({ role }: { role: string }) => role === 'assistant')
          expect([told.reasoning_content ?? told.reasoning, told.tool_calls.length]).toEqual([thought, 1])
        })
      },
    )
  },
)
