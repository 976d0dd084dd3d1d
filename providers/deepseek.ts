import { isObject, type JsonObject } from '#protocols/json/json.ts'
import { balanceAt } from './balances.ts'
import { cutSuffix, withChatRules } from './chat-rules.ts'
import { compatible } from './compatible.ts'
import type { Changes, Provider } from './provider.ts'

const usualBase = 'https://api.deepseek.com'

const plain = compatible({
  type: 43,
  name: 'deepseek',
  label: 'DeepSeek',
  baseUrl: usualBase,
  speaks: ['openai-chat', 'anthropic-messages'],
  paths: { 'anthropic-messages': '/anthropic/v1/messages', completions: '/beta/completions' },
  // What it thought before a call of a tool must come back with the tool's answer, sealed or not.
  openReasoning: { 'openai-responses': 'full', 'anthropic-messages': 'full' },
  operations: ['chat', 'completions'],
  models: 'deepseek-v4-pro deepseek-v4-flash deepseek-chat deepseek-reasoner',
  balance: balanceAt(
    ({ baseUrl }) => `${baseUrl || usualBase}/user/balance`,
    (answer) => readBalance(answer),
  ),
})

const adapted = withChatRules(plain, ({ model: name }) => {
  const { model, suffix } = isNewest(name) ? cutSuffix(name, efforts) : { model: name, suffix: undefined }
  return {
    model,
    changes: (body) => {
      const history = historyOf(model, body)
      const told = { ...body, ...history }
      return { ...history, ...limitOf(told), ...thinkingOf(model, suffix, told), ...formatOf(told) }
    },
  }
})

/** It says hours to days. */
export const deepseek: Provider = { ...adapted, cacheMinutes: 24 * 60 }

const efforts = ['none', 'minimal', 'low', 'medium', 'xhigh', 'high', 'max']

/** Several accounts of money may stand side by side, one in each currency. */
const readBalance = ({ balance_infos: infos }: JsonObject): unknown => {
  const accounts = Array.isArray(infos) ? infos.filter(isObject) : []
  return (accounts.find(({ currency }) => currency === 'CNY') ?? accounts[0])?.total_balance
}

const isNewest = (model: string): boolean => /deepseek-v(?:[4-9]|\d\d)/.test(model)

const limitOf = ({ max_completion_tokens: limit }: JsonObject): Changes =>
  limit === undefined ? {} : { max_completion_tokens: undefined, max_tokens: limit }

/** The newest know two measures of thinking; older ones are only told whether to. */
const thinkingOf = (model: string, suffix: string | undefined, body: JsonObject): Changes => {
  if (body.thinking !== undefined) return {}
  const effort = suffix ?? body.reasoning_effort
  if (effort === 'none' || lostThinking(model, body)) {
    return { thinking: { type: 'disabled' }, ...(effort === undefined ? {} : { reasoning_effort: undefined }) }
  }
  if (typeof effort !== 'string') return {}
  if (!isNewest(model)) return { thinking: { type: 'enabled' }, reasoning_effort: undefined }
  return { thinking: { type: 'enabled' }, reasoning_effort: effort === 'xhigh' || effort === 'max' ? 'max' : 'high' }
}

/** What comes after the user's last words: calls of tools and their results. */
const loopStart = (messages: readonly unknown[]): number =>
  messages.findLastIndex((message) => isObject(message) && message.role === 'user') + 1

/** The older thinking model refuses to be shown what it thought before the user's last words. */
const historyOf = (model: string, { messages }: JsonObject): { messages?: unknown[] } => {
  if (model !== 'deepseek-reasoner' || !Array.isArray(messages)) return {}
  const start = loopStart(messages)
  if (!messages.slice(0, start).some(hasReasoning)) return {}
  return {
    messages: messages.map((message: unknown, index) => {
      if (index >= start || !hasReasoning(message)) return message
      const { reasoning_content: _, ...rest } = message
      return rest
    }),
  }
}

const hasReasoning = (message: unknown): message is JsonObject =>
  isObject(message) && message.reasoning_content !== undefined

/** Between a call and its answer the newest demand the thinking that led to the call; clients may have lost it. */
const lostThinking = (model: string, { messages }: JsonObject): boolean => {
  if (!isNewest(model) || !Array.isArray(messages)) return false
  const loop = messages.slice(loopStart(messages)).filter(isObject)
  return loop.some((message) => Array.isArray(message.tool_calls) && !hasReasoning(message))
}

/** It can be held to JSON, but not to a schema: that is told in words. */
const formatOf = ({ response_format: format, messages }: JsonObject): Changes => {
  if (!isObject(format) || format.type !== 'json_schema' || !Array.isArray(messages)) return {}
  const schema = isObject(format.json_schema) ? format.json_schema.schema : undefined
  const content = `Answer with one JSON object that matches this JSON Schema: ${JSON.stringify(schema ?? {})}`
  return { response_format: { type: 'json_object' }, messages: [{ role: 'system', content }, ...messages] }
}
