import { describe, expect, it } from 'vitest'
import { readRequest } from '#protocols/openai-chat/read-request.ts'
import { baiduChat } from '../baidu-chat.ts'
import { bedrockConverse } from '../bedrock-converse/index.ts'
import { cohereChat } from '../cohere-chat/index.ts'
import { dashscopeNative } from '../dashscope-native.ts'
import type { Dialect } from '../dialect.ts'
import { xunfeiChat } from '../xunfei-chat/index.ts'
import { zhipuV3Chat } from '../zhipu-v3-chat.ts'
import { familyName } from './model-family.ts'
import { changesForModel } from './refusals.ts'

describe('a model’s family', () => {
  it.each([
    ['gpt-5.2', 'gpt-5.2'],
    ['openai/gpt-5.2', 'gpt-5.2'],
    ['ft:gpt-4o-mini-2024-07-18:company:name:id', 'gpt-4o-mini-2024-07-18'],
    ['ft:gpt-4.1:company::id:ckpt-step-1', 'gpt-4.1'],
    ['us.anthropic.claude-opus-4-7-v1:0', 'claude-opus-4-7-v1:0'],
    ['models/gemini-2.5-pro', 'gemini-2.5-pro'],
    ['accounts/fireworks/models/kimi-k2p5', 'kimi-k2p5'],
    ['qwen3.7-max', 'qwen3.7-max'],
    ['GPT-4o', 'gpt-4o'],
  ])('is told by its maker’s name for it: %s', (name, family) => {
    expect(familyName(name)).toBe(family)
  })
})

describe('the vendors’ own dialects', () => {
  const wish = readRequest({
    model: 'm',
    messages: [{ role: 'user', content: 'Hi.' }],
    temperature: 2,
    top_p: 1,
    top_k: 40,
    frequency_penalty: -1,
    max_tokens: 1,
  })
  const kept = (vendor: string, dialect: Dialect, model = 'm') => {
    if (typeof dialect === 'string' || dialect.kind !== 'chat') throw new TypeError('no conversations')
    const target = { model, defaultMaximumOutput: 9, fetchesUrls: true }
    const body = dialect.upstream.writeRequest(wish, target)
    return { ...body, ...changesForModel(body, { vendor, dialect, model, asked: model }) }
  }

  it.each<[string, Dialect, object]>([
    ['cohere', cohereChat, { p: 0.99, k: 40, frequency_penalty: 0, max_tokens: 1 }],
    ['baidu', baiduChat, { temperature: 1, penalty_score: 1, max_output_tokens: 2 }],
    ['xunfei', xunfeiChat, { parameter: { chat: { temperature: 1, top_k: 6, max_tokens: 1 } } }],
    ['zhipu-v3', zhipuV3Chat, { top_p: 0.99 }],
    ['bedrock', bedrockConverse, { inferenceConfig: { temperature: 1, topP: 1, maxTokens: 1 } }],
  ])('are written within what the vendor takes: %s', (vendor, dialect, written) => {
    expect(kept(vendor, dialect)).toMatchObject(written)
  })

  it('are steered one level deeper where they hold another', () => {
    const written = kept('dashscope', dashscopeNative, 'o3')
    expect(written).toMatchObject({ parameters: { max_tokens: 1 } })
    expect(written).not.toHaveProperty('parameters.temperature')
  })
})

describe('what a deployment serves', () => {
  const changes = (vendor: string, model: string, asked: string) =>
    changesForModel({ temperature: 0.5 }, { vendor, dialect: 'openai-chat', model, asked })

  it('is told by what the client asked for, where the operator gave it a name of his own', () => {
    expect(changes('azure', 'ours', 'o3')).toEqual({ temperature: undefined })
    expect(changes('azure', 'gpt-4o', 'o3')).toBeUndefined()
    expect(changes('volcengine', 'ep-2025', 'o3')).toEqual({ temperature: undefined })
    expect(changes('deepseek', 'deepseek-chat', 'o3')).toBeUndefined()
  })
})
