import { expect, it } from 'vitest'
import { defaultFixedPrices } from '#contract/default-fixed-prices.ts'
import { defaultModelRatios } from '#contract/default-prices.ts'
import { endpointTypesOf, markOf, ownerOf } from './catalogue.ts'
import { providers } from './index.ts'
import { modelHosts } from './model-hosts.ts'
import { wordsIn } from './words.ts'

const typeOf = (name: string) => providers.find((provider) => provider.name === name)?.type ?? 0

it('A model is called in every chat dialect, unless its name says that it is for something else', () => {
  const channels = new Set([typeOf('openai')])
  expect(endpointTypesOf('gpt-4o', channels)).toEqual(['openai', 'openai-response', 'anthropic', 'gemini'])
  expect(endpointTypesOf('text-embedding-3-small', channels)).toEqual(['embeddings'])
  expect(endpointTypesOf('BAAI/bge-m3', channels)).toEqual(['embeddings'])
  expect(endpointTypesOf('bge-reranker-v2', channels)).toEqual(['jina-rerank'])
  expect(endpointTypesOf('gpt-4o-mini-tts', channels)).toEqual(['audio-speech'])
  expect(endpointTypesOf('whisper-1', channels)).toEqual(['audio-transcription'])
  expect(endpointTypesOf('gpt-image-1', channels)).toEqual(['image-generation'])
  expect(endpointTypesOf('gpt-realtime', channels)).toEqual(['realtime'])
  expect(endpointTypesOf('omni-moderation-latest', channels)).toEqual(['moderations'])
  expect(endpointTypesOf('suno_music', channels)).toEqual([])
})

it('A model is not called in ways that none of its channels can serve', () => {
  expect(endpointTypesOf('embed-chat', new Set([typeOf('anthropic')]))).toContain('openai')
  expect(endpointTypesOf('text-embedding-3-small', new Set([999]))).toEqual(['embeddings'])
})

it('A maker is known by its models, and by models that begin as its own do', () => {
  const labelOf = (name: string) => providers.find((provider) => provider.name === name)?.label
  expect(ownerOf('gpt-4o')).toBe(labelOf('openai'))
  expect(ownerOf('gpt-99-ultra')).toBe(labelOf('openai'))
  expect(ownerOf('claude-of-tomorrow')).toBe(labelOf('anthropic'))
  expect(ownerOf('deepseek-ai/DeepSeek-V9')).toBe(labelOf('deepseek'))
  expect(ownerOf('whisper-1')).toBe(labelOf('openai'))
  expect(ownerOf('deepseek-v3')).toBe(labelOf('deepseek'))
  expect(ownerOf('something-else')).toBe('')
  expect(ownerOf('constructor')).toBe('')
})

it('Nobody is named as a maker for the first letter of a name, nor for having models of others', () => {
  for (const letter of 'abcdefghijklmnopqrstuvwxyz') {
    expect([`${letter}-new`, ownerOf(`${letter}-new`)]).toEqual([`${letter}-new`, ''])
    expect([`${letter}9x`, ownerOf(`${letter}9x`)]).toEqual([`${letter}9x`, ''])
  }
  const owners = new Set(providers.flatMap(({ models }) => models.map((model) => ownerOf(model))))
  const hosts = providers.filter((each) => modelHosts.includes(each) || each.name === 'ollama')
  // Who makes the models it hosts is one of them.
  const named = hosts.filter(({ label }) => owners.has(wordsIn('en', label))).map(({ name }) => name)
  expect(named).toEqual(['stepfun'])
})

it('Every model of the default prices has the mark of its maker, but for makers that have none', () => {
  const names = [...Object.keys(defaultModelRatios), ...Object.keys(defaultFixedPrices)]
  expect(names.filter((model) => markOf(model) === '')).toEqual([
    ...['m3e-base', 'm3e-large', 'm3e-small', 'nomic-embed-text', 'BLOOMZ-7B'],
  ])
  expect([markOf('sora-2'), ownerOf('sora-2')]).toEqual(['openai', 'OpenAI'])
  expect(ownerOf('us.anthropic.claude-sonnet-4-5-20250929-v1:0')).toBe('Anthropic Claude')
  expect([markOf('BAAI/bge-m3'), ownerOf('BAAI/bge-m3', 'zh')]).toEqual(['baai', '智源'])
})
