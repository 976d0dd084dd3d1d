import { isObject, textAt } from '#protocols/json/json.ts'
import { adaptClaude, betasOf, defaultMaximumOf, headersOfModel } from './claude-adapter.ts'
import { onlyWords, passes } from './members.ts'
import { type Provider, type Route, splitAddress, type Wanted } from './provider.ts'

const baseUrl = 'https://api.anthropic.com'
const version = '2023-06-01'
const inOneCountry = 1.1

export const anthropic: Provider = {
  type: 14,
  name: 'anthropic',
  label: 'Anthropic Claude',
  baseUrl,
  keyHint: 'sk-ant-…',
  models: (
    'claude-opus-5 claude-fable-5 claude-sonnet-5 claude-opus-4-8 claude-opus-4-7 claude-opus-4-6 claude-sonnet-4-6 ' +
    'claude-opus-4-5-20251101 claude-sonnet-4-5-20250929 claude-haiku-4-5-20251001 claude-opus-4-1-20250805 ' +
    'claude-opus-4-20250514 claude-sonnet-4-20250514 claude-3-7-sonnet-20250219 claude-3-5-haiku-20241022 ' +
    'claude-3-haiku-20240307 claude-opus-4-8-thinking claude-opus-4-7-thinking claude-opus-4-6-thinking ' +
    'claude-sonnet-4-6-thinking claude-opus-4-5-20251101-thinking claude-sonnet-4-5-20250929-thinking ' +
    'claude-opus-4-1-20250805-thinking claude-opus-4-20250514-thinking claude-sonnet-4-20250514-thinking ' +
    'claude-3-7-sonnet-20250219-thinking'
  ).split(' '),
  operations: new Set(['chat', 'count_tokens', 'message_batch_task']),
  route: (facts, wanted): Route => {
    const { model, changes } = adaptClaude(wanted)
    return {
      ...splitAddress((facts.baseUrl || baseUrl) + pathOf(wanted)),
      dialect: 'anthropic-messages',
      model,
      modelInBody: true,
      fetchesUrls: true,
      defaultMaximumOutput: defaultMaximumOf(wanted),
      changes,
    }
  },
  servesBought: true,
  members: {
    // What the operator has bought beforehand, or what everybody gets.
    servicetier: onlyWords('auto', 'standard_only'),
    inferencegeo: (place) => (place === 'us' ? { times: inOneCountry } : onlyWords('global')(place, '')),
    // Their tokens are told in the answer.
    mcpservers: passes,
  },
  headers: (_facts, key, { wanted }) => {
    const betas = [...betasOf(wanted), ...(isAccountToken(key) ? [accountTokenBeta] : [])]
    const headers = {
      'anthropic-version': versionOf(wanted),
      ...headersOfModel(wanted),
      ...(betas.length === 0 ? {} : { 'anthropic-beta': betas.join(',') }),
      ...credentials(key),
    }
    return Object.entries(headers).flat()
  },
  // It answers 400 also for what another account may do, such as a feature that is not open to this one.
  retriesStatus: (status) => status === 400,
  modelList: (facts, key) => ({
    url: `${facts.baseUrl || baseUrl}/v1/models?limit=1000`,
    headers: { 'anthropic-version': version, ...credentials(key) },
    read: (body) =>
      isObject(body) && Array.isArray(body.data)
        ? body.data.flatMap((entry: unknown) => textAt(entry, 'id') ?? [])
        : [],
  }),
}

const pathOf = ({ operation, path }: Wanted): string => {
  if (operation === 'message_batch_task') return path
  return operation === 'count_tokens' ? '/v1/messages/count_tokens' : '/v1/messages'
}

/** Tokens of a person's account are told apart by their beginning, and shown in another header. */
const isAccountToken = (key: string): boolean => key.startsWith('sk-ant-oat')
const accountTokenBeta = 'oauth-2025-04-20'

const credentials = (key: string): Record<string, string> =>
  isAccountToken(key) ? { authorization: `Bearer ${key}` } : { 'x-api-key': key }

const versionOf = ({ headers }: Wanted): string => {
  const asked = headers['anthropic-version']
  return typeof asked === 'string' && asked !== '' ? asked : version
}
