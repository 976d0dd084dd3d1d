import { anthropicEventBytes } from '#protocols/anthropic-messages/event-bytes.ts'
import { isObject, type JsonObject, parseLenient, textAt } from '#protocols/json.ts'
import { type AwsCredentials, signAwsRequest } from './aws-signature.ts'
import { type AwsMessage, createAwsFrames } from './aws-event-stream.ts'
import { bedrockModelId, bedrockModels } from './bedrock-models.ts'
import { converse } from './bedrock-converse/index.ts'
import { adaptClaude, defaultMaximumOf } from './claude-adapter.ts'
import { type Changes, type Provider, type Route, splitAddress, type Unframing, type Wanted } from './provider.ts'

/** Claude models are called in their own dialect, all others in the service's common one. */
export const bedrock: Provider = {
  type: 33,
  name: 'bedrock',
  label: 'AWS Bedrock',
  baseUrl: 'https://bedrock-runtime.us-east-1.amazonaws.com',
  keyHint: 'AccessKeyId|SecretAccessKey|region',
  otherHint: '',
  models: bedrockModels,
  operations: new Set(['chat']),
  route: (facts, wanted, key): Route => {
    const { model, changes } = adaptClaude(wanted)
    const region = regionOf(key)
    const id = bedrockModelId(model, region)
    const base = facts.baseUrl || `https://bedrock-runtime.${region}.amazonaws.com`
    const place = `${base}/model/${encodeURIComponent(id)}`
    const isClaude = id.includes('anthropic.') || id.includes('claude')
    const action = isClaude ? 'invoke' : 'converse'
    const streamed = isClaude ? 'invoke-with-response-stream' : 'converse-stream'
    return {
      ...splitAddress(`${place}/${wanted.stream ? streamed : action}`),
      dialect: isClaude ? 'anthropic-messages' : converse,
      model: id,
      modelInBody: false,
      fetchesUrls: false,
      defaultMaximumOutput: defaultMaximumOf(wanted),
      changes: (body) => (isClaude ? forInvoke({ ...body, ...changes(body) }, changes(body), wanted) : {}),
      ...(wanted.stream ? { unframe: isClaude ? unframeInvoke : unframeConverse } : {}),
    }
  },
  headers: (_facts, key, { origin, path, body }, { now }) => {
    const [first = '', secret, region, session] = key.split('|').map((part) => part.trim())
    if (secret === undefined || region === undefined || region === '') return ['authorization', `Bearer ${first}`]
    const credentials: AwsCredentials = { accessKey: first, secret, region, session }
    const { host } = new URL(origin)
    return signAwsRequest('bedrock', credentials, { host, path, body, contentType: 'application/json', nowMs: now() })
  },
}

/** `AccessKeyId|Secret|region[|session]`, or an API key with its region: `ApiKey|region`. */
const regionOf = (key: string): string => {
  const parts = key.split('|').map((part) => part.trim())
  return (parts.length === 2 ? parts[1] : parts[2]) || 'us-east-1'
}

const kept = new Set([
  'system',
  'messages',
  'max_tokens',
  'temperature',
  'top_p',
  'top_k',
  'stop_sequences',
  'tools',
  'tool_choice',
  'thinking',
  'output_config',
  'anthropic_beta',
  'anthropic_version',
])

/** The same body as elsewhere, less what this road does not know, the version in place of a header. */
const forInvoke = (body: JsonObject, adapted: Changes, { headers }: Wanted): Changes => {
  const dropped = Object.fromEntries(Object.keys(body).filter((name) => !kept.has(name)).map((name) => [name, undefined]))
  const betas = headers['anthropic-beta']
  return {
    ...adapted,
    ...dropped,
    anthropic_version: 'bedrock-2023-05-31',
    ...(typeof betas === 'string' && betas !== '' ? { anthropic_beta: betas.split(',').map((name) => name.trim()) } : {}),
  }
}

const unframeInvoke = (): Unframing => unframe((message) => {
  const bytes = textAt(parseLenient(message.payload.toString('utf8')), 'bytes')
  const event = bytes === undefined ? undefined : parseLenient(Buffer.from(bytes, 'base64').toString('utf8'))
  return isObject(event) ? anthropicEventBytes(event) : undefined
})

/** Each event's name stands in its frame: it goes into the event, where readers look for it. */
const unframeConverse = (): Unframing => unframe(({ headers, payload }) => {
  const event = { [headers[':event-type'] ?? 'unknown']: parseLenient(payload.toString('utf8')) }
  return Buffer.from(`data: ${JSON.stringify(event)}\n\n`)
})

const unframe = (write: (message: AwsMessage) => Buffer | undefined): Unframing => {
  const frames = createAwsFrames()
  return {
    push: (chunk) => {
      const pieces = frames.push(chunk).map((message) => (isFailure(message) ? writeFailure(message) : write(message)))
      const events = pieces.filter((piece) => piece !== undefined)
      return events.length === 0 ? undefined : Buffer.concat(events)
    },
    end: () => undefined,
  }
}

const isFailure = ({ headers }: AwsMessage): boolean => headers[':message-type'] !== 'event'

/** Failures inside a stream, in the words of the dialect that is read next. */
const writeFailure = ({ headers, payload }: AwsMessage): Buffer => {
  const kind = headers[':exception-type'] ?? headers[':error-code'] ?? 'internalServerException'
  const message = textAt(parseLenient(payload.toString('utf8')), 'message') ?? headers[':error-message'] ?? kind
  return anthropicEventBytes({ type: 'error', error: { type: errorTypes[kind] ?? 'api_error', message } })
}

const errorTypes: Readonly<Record<string, string>> = {
  throttlingException: 'rate_limit_error',
  validationException: 'invalid_request_error',
  serviceUnavailableException: 'overloaded_error',
  modelTimeoutException: 'timeout_error',
}
