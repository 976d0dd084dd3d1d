import type { Signer } from '#protocols/chat.ts'
import { isObject, type JsonObject, objectAt } from '#protocols/json/json.ts'
import { balanceAt, dataOf } from './balances.ts'
import { type ChatRules, cutSuffix, withChatRules, without } from './chat-rules.ts'
import { compatible, usualOperations } from './compatible.ts'
import { onlyWords, unlessOff } from './members.ts'
import { openai } from './openai.ts'
import { readEffort } from './openai-adapter.ts'
import type { Changes, Provider } from './provider.ts'

const usualBase = 'https://openrouter.ai/api'

const plain = compatible({
  type: 20,
  name: 'openrouter',
  label: 'OpenRouter',
  baseUrl: usualBase,
  keyHint: 'sk-or-…',
  speaks: ['openai-chat', 'openai-responses'],
  operations: usualOperations.filter((operation) => operation !== 'realtime'),
  models: '',
  balance: balanceAt(
    ({ baseUrl }) => `${baseUrl || usualBase}/v1/credits`,
    (answer) => {
      const { total_credits: bought, total_usage: used } = dataOf(answer)
      return typeof bought === 'number' && typeof used === 'number' ? bought - used : undefined
    },
  ),
})

const knownOfOpenai = new Set(openai.models)

export const openrouter: Provider = {
  ...withChatRules(plain, ({ model: name }): ChatRules => {
    const { model, wish } = readSuffix(name)
    const signer = signerOf(model)
    return {
      model,
      changes: (body) => ({ usage: { include: true }, ...reasoningOf(body, wish) }),
      ...(signer === undefined ? {} : { route: { signer } }),
    }
  }),
  members: {
    models: (value) =>
      Array.isArray(value) && value.every((name) => typeof name === 'string')
        ? { models: value, mayAnswer: true }
        : unlessOff(value, ''),
    // What it does by itself with the list above.
    route: onlyWords('fallback'),
  },
  headers: (_facts, key, { wanted }) => {
    const site = wanted.option('ServerAddress')
    const title = wanted.option('SystemName')
    return [
      'authorization',
      `Bearer ${key}`,
      ...(typeof site === 'string' && site !== '' ? ['http-referer', site] : []),
      ...(typeof title === 'string' && isHeaderText(title) ? ['x-title', title] : []),
    ]
  },
}

const isHeaderText = (text: string): boolean => /^[\x20-\x7e]+$/.test(text)

/** `-thinking` for any model, an effort for those of the vendor that has such names. */
const readSuffix = (name: string): { model: string; wish: JsonObject | undefined } => {
  const { model, suffix } = cutSuffix(name, ['thinking'])
  if (suffix !== undefined) return { model, wish: { enabled: true } }
  if (!name.startsWith(openaiPrefix)) return { model: name, wish: undefined }
  const { model: bare, effort } = readEffort(name.slice(openaiPrefix.length), knownOfOpenai)
  return { model: openaiPrefix + bare, wish: reasoningOfEffort(effort) }
}

const openaiPrefix = 'openai/'

/** Whose model it is tells whose seals it understands. */
const signerOf = (model: string): Signer | undefined => {
  if (model.startsWith('anthropic/')) return 'anthropic'
  if (model.startsWith('google/')) return 'gemini'
  return model.startsWith(openaiPrefix) ? 'openai' : undefined
}

/** One member here says what other vendors have several for. */
const reasoningOf = (body: JsonObject, wish: JsonObject | undefined): Changes => {
  const given = objectAt(body, 'reasoning')
  const told = given ?? reasoningOfEffort(body.reasoning_effort) ?? reasoningOfThinking(body.thinking)
  const reasoning = wish === undefined ? told : { ...told, ...wish }
  return {
    ...without(body, ['reasoning_effort', 'thinking']),
    ...(reasoning === undefined ? {} : { reasoning }),
  }
}

const reasoningOfEffort = (effort: unknown): JsonObject | undefined => {
  if (typeof effort !== 'string') return undefined
  return effort === 'none' ? { enabled: false } : { effort }
}

const reasoningOfThinking = (thinking: unknown): JsonObject | undefined => {
  if (!isObject(thinking)) return undefined
  if (thinking.type === 'disabled') return { enabled: false }
  return typeof thinking.budget_tokens === 'number' ? { max_tokens: thinking.budget_tokens } : { enabled: true }
}
