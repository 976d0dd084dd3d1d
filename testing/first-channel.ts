import { channels } from '#contract/channels.ts'
import { optionCalls } from '#contract/options.ts'
import { tokens } from '#contract/tokens.ts'
import type { ConsoleClient } from './console-client.ts'

export type FirstChannel = {
  baseUrl: string
  models: readonly string[]
  type?: number
  fields?: Record<string, unknown>
}

/** Adds a channel whose models all cost one quota per token, in and out. */
export const addChannel = async (client: ConsoleClient, { baseUrl, models, type = 1, fields = {} }: FirstChannel) => {
  const ratios = JSON.stringify(Object.fromEntries(models.map((model) => [model, 1])))
  await client.call(optionCalls.update, { body: { key: 'ModelRatio', value: ratios } })
  await client.call(optionCalls.update, { body: { key: 'CompletionRatio', value: ratios } })
  return client.call(channels.create, {
    body: {
      name: 'upstream',
      type,
      key: 'sk-upstream',
      base_url: baseUrl,
      models: models.join(','),
      group: 'default',
      ...fields,
    },
  })
}

/** Makes a token and answers its key as clients send it. */
export const addToken = async (client: ConsoleClient, fields: { name?: string; remain_quota?: number } = {}) => {
  const { remain_quota: remaining } = fields
  const token = await client.call(tokens.create, {
    body: {
      name: fields.name ?? 'first',
      unlimited_quota: remaining === undefined,
      ...(remaining === undefined ? {} : { remain_quota: remaining }),
    },
  })
  return { id: token.id, key: `sk-${token.key}` }
}
