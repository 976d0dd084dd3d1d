import { isObject, type JsonObject, textAt } from '#protocols/json/json.ts'
import { openaiLikeChat } from './openai-like-chat.ts'
import { type Changes, type Provider, type ProviderEnvironment, type Route, splitAddress } from './provider.ts'
import { createTokenKeeper, readToken } from './token-keeper.ts'
import { apiKey } from './words.ts'

const baseUrl = 'https://us-south.ml.cloud.ibm.com'
const tokenUrl = 'https://iam.cloud.ibm.com/identity/token'
const version = 'version=2024-10-08'
const lifetimeSeconds = 3600
const tokens = createTokenKeeper(5 * 60_000)

const watsonxChat = openaiLikeChat('watsonx-chat')

/** OpenAI's conversations under other names, within a project; the key is exchanged for a token. */
export const watsonx: Provider = {
  type: 1025,
  name: 'watsonx',
  label: 'IBM watsonx',
  baseUrl,
  keyHint: apiKey,
  other: {
    label: {
      en: 'Project ID',
      zh: '项目 ID',
      ja: 'プロジェクトID',
      fr: 'ID du projet',
      ru: 'ID проекта',
      vi: 'ID dự án',
    },
    example: '12ac4cf1-252f-424b-b52d-5cdd9814987f',
  },
  models: (
    'ibm/granite-4-h-small ibm/granite-3-3-8b-instruct meta-llama/llama-3-3-70b-instruct ' +
    'meta-llama/llama-4-maverick-17b-128e-instruct-fp8 mistralai/mistral-medium-2505 openai/gpt-oss-120b'
  ).split(' '),
  operations: new Set(['chat']),
  route: (facts, { model, stream }): Route => ({
    ...splitAddress(`${facts.baseUrl || baseUrl}/ml/v1/text/${stream ? 'chat_stream' : 'chat'}?${version}`),
    dialect: watsonxChat,
    model,
    modelInBody: true,
    fetchesUrls: true,
    defaultMaximumOutput: 8192,
    changes: (body) => ownNames(body, facts.other),
  }),
  headers: async (_facts, key, _request, environment) => ['authorization', `Bearer ${await tokenOf(key, environment)}`],
  modelList: (facts) => ({
    url: `${facts.baseUrl || baseUrl}/ml/v1/foundation_model_specs?${version}&limit=200`,
    headers: {},
    read: (body) =>
      isObject(body) && Array.isArray(body.resources)
        ? body.resources.flatMap((entry: unknown) => textAt(entry, 'model_id') ?? [])
        : [],
  }),
}

/** A choice of tools in one word has a member of its own; whether it streams is told by the place. */
const ownNames = ({ model, tool_choice: choice }: JsonObject, project: string): Changes => ({
  model: undefined,
  stream: undefined,
  stream_options: undefined,
  model_id: model,
  project_id: project,
  ...(typeof choice === 'string' ? { tool_choice: undefined, tool_choice_option: choice } : {}),
})

const tokenOf = (key: string, environment: ProviderEnvironment): string | Promise<string> =>
  tokens.tokenFor(key, environment, async () => {
    const body = new URLSearchParams({ grant_type: 'urn:ibm:params:oauth:grant-type:apikey', apikey: key })
    const headers = { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' }
    const told = await environment.fetch({ url: tokenUrl, method: 'POST', headers, body: body.toString() })
    return readToken(told.status, told.body, lifetimeSeconds)
  })
