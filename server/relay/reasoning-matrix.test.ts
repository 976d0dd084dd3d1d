import { afterAll, beforeAll, expect, it } from 'vitest'
import { type AnsweringUpstream, answerJson, startAnsweringUpstream } from '#testing/answering-upstream.ts'
import { chatBody } from '#testing/chat-answers.ts'
import { oneFaultBench } from '#testing/fault-bench.ts'
import { callPath } from '#testing/relay-client.ts'
import { thinkingClients } from '#testing/thinking-clients.ts'
import {
  conclusion,
  type ThinkingVendorName,
  thinkingVendorNames,
  thinkingVendors,
  thinksAs,
  toldOfAll,
} from '#testing/thinking-upstream.ts'
import { speakers } from '#testing/tool-loops.ts'

const thought = 'It must be looked up first.'
const seals = { openai: 'gAAAAsealed', anthropic: 'c2lnbmVk', gemini: 'Z2VtaW5p' } as const
type Signer = keyof typeof seals
type Dialect = 'openai-chat' | 'openai-responses' | 'anthropic-messages' | 'gemini'

/** As loose as parsing leaves it. */
type Json = ReturnType<typeof JSON.parse>

/**
 * `open`: where the thoughts of others stand that nobody sealed; undefined where they would be refused. `passed`: where
 * they stand in a request that goes on as it is.
 */
type Target = { type: number; dialect: Dialect; model: string; open: string | undefined; passed?: string }

const targets: Readonly<Record<string, Target>> = {
  'a server of open models': { type: 1, dialect: 'openai-chat', model: 'thinker', open: 'reasoning_content' },
  'a server of open models, by the newer dialect': {
    ...{ type: 1, dialect: 'openai-responses', model: 'gpt-oss-120b', open: 'content' },
  },
  Xinference: { type: 47, dialect: 'openai-responses', model: 'qwen3', open: 'content' },
  'an address of one’s own': { type: 8, dialect: 'openai-responses', model: 'own', open: 'content' },
  OpenRouter: { type: 20, dialect: 'openai-responses', model: 'deepseek/deepseek-v4', open: 'content' },
  'OpenAI by way of OpenRouter': { type: 20, dialect: 'openai-responses', model: 'openai/gpt-5.2', open: undefined },
  Volcengine: { type: 45, dialect: 'openai-responses', model: 'doubao-seed-1-6', open: 'summary' },
  OpenAI: { type: 1, dialect: 'openai-responses', model: 'gpt-5.2', open: undefined },
  Azure: { type: 3, dialect: 'openai-responses', model: 'deployed', open: undefined },
  xAI: { type: 48, dialect: 'openai-responses', model: 'grok-4', open: undefined },
  Anthropic: { type: 14, dialect: 'anthropic-messages', model: 'claude-sonnet-4-5', open: undefined },
  DeepSeek: { type: 43, dialect: 'anthropic-messages', model: 'deepseek-v4-pro', open: 'thinking' },
  Moonshot: { type: 25, dialect: 'anthropic-messages', model: 'kimi-k2-thinking', open: 'thinking' },
  Zhipu: {
    ...{ type: 26, dialect: 'anthropic-messages', model: 'glm-4.6', open: undefined },
    // Nothing is known of what it refuses: the client's own word counts.
    passed: 'thinking',
  },
  Gemini: { type: 24, dialect: 'gemini', model: 'gemini-2.5-pro', open: 'thought' },
}

const signers: Partial<Record<Dialect, Signer>> = {
  'openai-responses': 'openai',
  'anthropic-messages': 'anthropic',
  gemini: 'gemini',
}

const response = (reasoning: Record<string, unknown>) => ({
  ...{ id: 'resp_1', object: 'response', status: 'completed', model: 'm', created_at: 1 },
  output: [
    { type: 'reasoning', id: 'rs_theirs', summary: [], ...reasoning },
    { type: 'function_call', id: 'fc_1', call_id: 'call_1', name: 'look', arguments: '{}', status: 'completed' },
  ],
  usage: { input_tokens: 10, output_tokens: 10, total_tokens: 20 },
})
const summary = [{ type: 'summary_text', text: thought }]

/** How it was told at first, and by whom. `sealed`: whose seal is on the thought; `marked`: whose on the call. */
type Source = { from: string; answer: unknown; sealed?: Signer; marked?: Signer }

const sources: Readonly<Record<string, Source>> = {
  'text beside the answer': {
    from: 'a server of open models',
    answer: chatBody({
      content: null,
      reasoning_content: thought,
      tool_calls: [{ id: 'call_1', type: 'function', function: { name: 'look', arguments: '{}' } }],
    }),
  },
  'an item of text': { from: 'Xinference', answer: response({ content: [{ type: 'reasoning_text', text: thought }] }) },
  'an item with a summary': { from: 'Volcengine', answer: response({ summary }) },
  'an encrypted item': {
    ...{ from: 'OpenAI', sealed: 'openai' },
    answer: response({ summary, encrypted_content: seals.openai }),
  },
  'a signed block': {
    ...{ from: 'Anthropic', sealed: 'anthropic' },
    answer: {
      ...{ id: 'msg_1', type: 'message', role: 'assistant', model: 'm', stop_reason: 'tool_use', stop_sequence: null },
      content: [
        { type: 'thinking', thinking: thought, signature: seals.anthropic },
        { type: 'tool_use', id: 'call_1', name: 'look', input: {} },
      ],
      usage: { input_tokens: 10, output_tokens: 10 },
    },
  },
  'a thought before a signed call': {
    ...{ from: 'Gemini', marked: 'gemini' },
    answer: {
      candidates: [
        {
          content: {
            role: 'model',
            parts: [
              { text: thought, thought: true },
              { functionCall: { id: 'call_1', name: 'look', args: {} }, thoughtSignature: seals.gemini },
            ],
          },
          finishReason: 'STOP',
          index: 0,
        },
      ],
      usageMetadata: { promptTokenCount: 10, candidatesTokenCount: 10, totalTokenCount: 20 },
    },
  },
}

const said: Readonly<Record<Dialect, unknown>> = {
  'openai-chat': chatBody({ content: 'Seen.' }),
  'openai-responses': { ...response({}), output: [] },
  'anthropic-messages': {
    ...{ id: 'msg_2', type: 'message', role: 'assistant', model: 'm', stop_reason: 'end_turn', stop_sequence: null },
    content: [{ type: 'text', text: 'Seen.' }],
    usage: { input_tokens: 10, output_tokens: 10 },
  },
  gemini: {
    candidates: [{ content: { role: 'model', parts: [{ text: 'Seen.' }] }, finishReason: 'STOP', index: 0 }],
    usageMetadata: { promptTokenCount: 10, candidatesTokenCount: 10, totalTokenCount: 20 },
  },
}

/** What an upstream was told of earlier thoughts, each by the name of its place; and how many calls it reads of. */
const toldOf: Readonly<Record<Dialect, (body: Json) => { thoughts: string[]; calls: number }>> = {
  'openai-chat': ({ messages }) => {
    const { reasoning_content: text, tool_calls: calls } = messages.find(({ role }: Json) => role === 'assistant')
    return { thoughts: text === undefined ? [] : [`reasoning_content ${text}`], calls: calls.length }
  },
  'openai-responses': ({ input }) => ({
    thoughts: input
      .filter(({ type }: Json) => type === 'reasoning')
      .flatMap(({ summary: short, content = [], encrypted_content: sealed }: Json) => [
        ...short.map(({ text }: Json) => `summary ${text}`),
        ...content.map(({ type, text }: Json) => (type === 'reasoning_text' ? `content ${text}` : type)),
        ...(sealed === undefined ? [] : [`sealed ${sealed}`]),
      ]),
    calls: input.filter(({ type }: Json) => type === 'function_call').length,
  }),
  'anthropic-messages': ({ messages }) => {
    const { content } = messages.find(({ role }: Json) => role === 'assistant')
    const thoughts = content.filter(({ type }: Json) => type.endsWith('thinking'))
    return {
      thoughts: thoughts.flatMap(({ thinking, signature }: Json) => [
        `thinking ${thinking}`,
        ...(signature === '' ? [] : [`sealed ${signature}`]),
      ]),
      calls: content.filter(({ type }: Json) => type === 'tool_use').length,
    }
  },
  gemini: ({ contents }) => {
    const { parts } = contents.find(({ role }: Json) => role === 'model')
    return {
      thoughts: parts.flatMap(({ thought: isThought, text, thoughtSignature: sealed }: Json) => [
        ...(isThought ? [`thought ${text}`] : []),
        ...(sealed === undefined ? [] : [`sealed ${sealed}`]),
      ]),
      calls: parts.filter((part: Json) => part.functionCall !== undefined).length,
    }
  },
}

/** Where a dialect's own seals have the words that they seal. */
const sealedPlace: Partial<Record<Dialect, string>> = {
  'openai-responses': 'summary',
  'anthropic-messages': 'thinking',
}

const expectedOf = ({ sealed, marked }: Source, speaks: string, { dialect, open, passed }: Target): string[] => {
  const signer = signers[dialect]
  if (sealed !== undefined && sealed === signer)
    return [`${sealedPlace[dialect]} ${thought}`, `sealed ${seals[signer]}`]
  // In a request that goes on as it is, what another vendor sealed is left out whole.
  if (sealed !== undefined && speaks === dialect && speaks in sealedPlace) return []
  const place = speaks === dialect && passed !== undefined ? passed : open
  const words = place === undefined ? [] : [`${place} ${thought}`]
  return marked !== undefined && marked === signer ? [...words, `sealed ${seals[signer]}`] : words
}

const cases = Object.keys(sources).flatMap((told) =>
  Object.keys(speakers).flatMap((speaks) => Object.keys(targets).map((to) => ({ told, speaks, to }))),
)

/** Whose seals come back to them, each by a model of its own; and what is sealed, or hidden, of a thought. */
const sealers: Readonly<Record<ThinkingVendorName, { type: number; model: string; dialect: Dialect; maps?: string }>> =
  {
    'chat of a router': { type: 20, model: 'routed', dialect: 'openai-chat', maps: 'anthropic/claude-sonnet-4.5' },
    'an encrypted item': { type: 1, model: 'gpt-5.2', dialect: 'openai-responses' },
    'a signed block': { type: 14, model: 'claude-sonnet-4-5', dialect: 'anthropic-messages' },
    'a signed block without words': { type: 14, model: 'claude-opus-4-8', dialect: 'anthropic-messages' },
    'a hidden block': { type: 14, model: 'claude-opus-4-1', dialect: 'anthropic-messages' },
    'a signed call': { type: 24, model: 'gemini-2.5-pro', dialect: 'gemini' },
  }
const loops = thinkingVendorNames.flatMap((seal) =>
  Object.keys(thinkingClients).flatMap((client) => [
    { seal, client, way: 'whole', streams: false },
    // What a router streams passes as it is, and OpenAI's own client keeps the last piece alone of what it does not know.
    ...(seal === 'chat of a router' && client === 'chat' ? [] : [{ seal, client, way: 'as a stream', streams: true }]),
  ]),
)

oneFaultBench(
  [...Object.values(targets), ...Object.values(sealers)].map(({ model }) => model),
  (bench) => {
    let upstream: AnsweringUpstream
    beforeAll(async () => {
      upstream = await startAnsweringUpstream()
      for (const { type, model, dialect, maps = '' } of Object.values(sealers)) {
        if (Object.values(targets).some((target) => target.model === model)) continue
        const model_mapping = maps === '' ? '' : JSON.stringify({ [model]: maps })
        const setting = dialect === 'gemini' ? '' : JSON.stringify({ dialect })
        await bench().addChannel({ type, base_url: upstream.url, models: model, model_mapping, setting })
      }
      for (const { type, dialect, model } of Object.values(targets)) {
        const base_url = type === 8 ? `${upstream.url}/v1/responses` : upstream.url
        const setting = dialect === 'gemini' ? '' : JSON.stringify({ dialect })
        await bench().addChannel({ type, base_url, models: model, setting })
      }
    })
    afterAll(() => upstream.close())

    it.each(cases)('a thought told as $told to a client of $speaks goes on to $to', async ({ told, speaks, to }) => {
      const { gateway, key } = bench()
      const source = sources[told]
      const [speaker, target, origin] = [speakers[speaks], targets[to], targets[source?.from ?? '']]
      if (source === undefined || speaker === undefined || target === undefined || origin === undefined) {
        throw new Error('there is no such case')
      }
      upstream.does((_call, answer) => answerJson(answer, 200, source.answer))
      const first = await callPath(gateway, key, speaker.path(origin.model), speaker.ask(origin.model, []))
      expect([first.status, first.text]).toEqual([200, expect.anything()])
      upstream.does((_call, answer) => answerJson(answer, 200, said[target.dialect]))
      const history = speaker.goOn(first.json)
      const next = await callPath(gateway, key, speaker.path(target.model), speaker.ask(target.model, history))
      expect([next.status, next.text]).toEqual([200, expect.anything()])
      const call = upstream.calls.at(-1)
      expect(toldOf[target.dialect](call?.body)).toEqual({ thoughts: expectedOf(source, speaks, target), calls: 1 })
      // What is sealed says all by itself; anything else would be looked up at an account that many share.
      if (source.sealed === undefined) expect(call?.text).not.toContain('rs_theirs')
    })

    it.each(loops)(
      'what was sealed as $seal comes back with each of three turns of $client, answered $way',
      async ({ seal, client, streams }) => {
        const { gateway, key } = bench()
        const { model } = sealers[seal]
        upstream.does(thinksAs(seal))
        const from = upstream.calls.length
        const said = await thinkingClients[client]?.({ url: gateway.url, key, model, streams })
        const calls = upstream.calls.slice(from)
        expect(calls.map(({ body }) => thinkingVendors[seal].told(body))).toEqual(toldOfAll(seal))
        expect(said).toBe(conclusion)
      },
    )
  },
)
