import type { JsonObject } from '#protocols/json/json.ts'
import { balanceAt, dataOf } from './balances.ts'
import { withChatRules } from './chat-rules.ts'
import { compatible } from './compatible.ts'
import type { Changes } from './provider.ts'
import { withChineseName } from './words.ts'

const usualBase = 'https://api.moonshot.cn'

const plain = compatible({
  type: 25,
  name: 'moonshot',
  label: withChineseName('Moonshot', '月之暗面 Kimi'),
  baseUrl: usualBase,
  speaks: ['openai-chat', 'anthropic-messages'],
  paths: { 'anthropic-messages': '/anthropic/v1/messages' },
  // What it thought before a call of a tool must come back with the tool's answer, sealed or not.
  openReasoning: { 'openai-responses': 'full', 'anthropic-messages': 'full' },
  operations: ['chat', 'completions', 'embeddings'],
  models:
    'kimi-k3 kimi-k2.7-code kimi-k2.6 kimi-k2.5 kimi-k2-thinking kimi-k2-turbo-preview kimi-k2-0905-preview kimi-latest ' +
    'moonshot-v1-8k moonshot-v1-32k moonshot-v1-128k moonshot-v1-auto moonshot-v1-8k-vision-preview',
  balance: balanceAt(
    ({ baseUrl }) => `${baseUrl || usualBase}/v1/users/me/balance`,
    (answer) => dataOf(answer).available_balance,
  ),
})

export const moonshot = withChatRules(plain, ({ model }) => ({
  model,
  changes: (body) => ({ ...thinkingOf(model, body), ...choiceOf(model, body) }),
}))

/** Models that may be told whether to think; the newest of them also how much. */
const thinksByChoice = /^kimi-k(?:2\.[5-9]|[3-9])/
const takesEffort = /^kimi-k[3-9]/
const thinks = /^kimi-(?:k2\.[5-9]|k[3-9]|k2-thinking|thinking)/

const thinkingOf = (model: string, body: JsonObject): Changes => {
  const effort = body.reasoning_effort
  if (typeof effort !== 'string') return {}
  const thinking = { type: effort === 'none' ? 'disabled' : 'enabled' }
  const told = thinksByChoice.test(model) && body.thinking === undefined ? { thinking } : {}
  if (takesEffort.test(model) && effort !== 'none') return { reasoning_effort: measures[effort] ?? 'high' }
  return { ...told, reasoning_effort: undefined }
}

const measures: Readonly<Record<string, string>> = { minimal: 'low', low: 'low', xhigh: 'max', max: 'max' }

/** A model that thinks cannot be made to use a tool. */
const choiceOf = (model: string, { tool_choice: choice }: JsonObject): Changes =>
  thinks.test(model) && choice !== undefined && choice !== 'none' && choice !== 'auto' ? { tool_choice: 'auto' } : {}
