import { createHash, generateKeyPairSync } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { providers } from '#providers/index.ts'
import type { Provider } from '#providers/provider.ts'
import { converseWire, invokeWire } from './bedrock-wires.ts'
import { cohereWire } from './cohere-wire.ts'
import { hunyuanWire } from './hunyuan-wire.ts'
import { ollamaWire } from './ollama-wire.ts'
import { baiduWire, difyWire, libraryWire, palmWire, zhipuV3Wire } from './plain-wires.ts'
import { sparkWire } from './spark-wire.ts'
import {
  chatUnasked,
  chatWire,
  chatWith,
  geminiWire,
  messagesElsewhere,
  messagesWire,
  projectWire,
  responsesWire,
} from './usual-wires.ts'
import type { Wire } from './wire.ts'

type Shown = { path: string; headers: IncomingHttpHeaders }

/** A vendor as one channel has it: what its key is, how a call must show it, and how it answers. */
export type WiredVendor = {
  provider: Provider
  /** In the address of its channel too. */
  name: string
  model: string
  keyAt: (url: string) => string
  fields: Record<string, unknown>
  admits: (shown: Shown) => boolean
  wire: (path: string) => Wire
}

type Difference = Partial<Pick<WiredVendor, 'model' | 'fields'>> & {
  /** With its secret, and the vendor's address, where it is more than the secret alone. */
  key?: (secret: string, url: string) => string
  /** Where a vendor has several channels here. */
  as?: string
  admits?: (name: string) => WiredVendor['admits']
  wire?: Wire
}

/** How everything looks that nobody but its vendor may ever read. */
export const secretForm = /hidden[0-9a-f]{24}/

/** Of the vendor of this name. */
export const secretOf = (name: string): string =>
  `hidden${createHash('sha256').update(name).digest('hex').slice(0, 24)}`
/** What its key is exchanged for. */
export const tokenOf = (name: string): string => secretOf(`token of ${name}`)

const { privateKey } = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  publicKeyEncoding: { type: 'spki', format: 'pem' },
})
const account = (secret: string, url: string): string =>
  JSON.stringify({
    ...{ type: 'service_account', project_id: 'p1', private_key_id: secret, private_key: privateKey },
    ...{ client_email: 'robot@p.example', token_uri: `${url}/token` },
  })
const serviceKey = (secret: string, url: string): string =>
  JSON.stringify({ clientid: 'c1', clientsecret: secret, url })

const bearer =
  (secret = secretOf) =>
  (name: string): WiredVendor['admits'] =>
  ({ headers }) =>
    headers.authorization === `Bearer ${secret(name)}`
const inHeader =
  (header: string) =>
  (name: string): WiredVendor['admits'] =>
  ({ headers }) =>
    headers[header] === secretOf(name)
/** The signature itself is checked in the vendor's own test. */
const signed =
  (start: string) =>
  (): WiredVendor['admits'] =>
  ({ headers }) =>
    headers.authorization?.startsWith(start) === true
const inAddress =
  (start: string) =>
  (): WiredVendor['admits'] =>
  ({ path }) =>
    path.includes(start)

const bedrock = (as: string, model: string, wire: Wire): Difference => ({
  ...{ as, model, wire, admits: signed('AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE/') },
  key: (secret) => `AKIDEXAMPLE|${secret}|us-east-1`,
})
const vertex = (as: string, model: string, wire?: Wire): Difference => ({
  ...{ as, model, fields: { other: 'us-central1' }, key: account, admits: bearer(tokenOf) },
  ...(wire && { wire }),
})
const dialect = (name: string): Record<string, unknown> => ({ setting: JSON.stringify({ dialect: name }) })

/** By number: where a vendor is not asked for a model of its own name with a key that is told as it is. */
const differences: Readonly<Record<number, readonly Difference[]>> = {
  1: [
    { as: 'chat', fields: dialect('openai-chat') },
    { as: 'responses', fields: dialect('openai-responses') },
  ],
  3: [{ admits: inHeader('api-key') }],
  4: [{ wire: ollamaWire }],
  11: [{ admits: inHeader('x-goog-api-key'), wire: palmWire }],
  14: [{ admits: inHeader('x-api-key') }],
  15: [
    {
      wire: baiduWire,
      key: (secret) => `client|${secret}`,
      admits: (name) => inAddress(`?access_token=${tokenOf(name)}`)(),
    },
  ],
  16: [{ key: (secret) => `id.${secret}`, wire: zhipuV3Wire, admits: signed('eyJ') }],
  18: [
    {
      ...{ model: 'SparkDesk-v3.5', wire: sparkWire, admits: inAddress('authorization=') },
      key: (secret) => `app-1|${secret}|API-KEY`,
    },
  ],
  19: [{ wire: chatUnasked }],
  20: [{ wire: chatWith('usage') }],
  21: [{ fields: { other: 'library-1' }, wire: libraryWire }],
  22: [{ wire: chatUnasked }],
  23: [
    { as: 'plain' },
    {
      ...{ as: 'signed', wire: hunyuanWire, admits: signed('TC3-HMAC-SHA256 Credential=SI/') },
      key: (secret) => `AI|SI|${secret}`,
    },
  ],
  24: [{ admits: inHeader('x-goog-api-key') }],
  33: [bedrock('claude', 'claude-sonnet-4-5-20250929', invokeWire), bedrock('others', 'nova-lite-v1:0', converseWire)],
  34: [{ wire: cohereWire }],
  37: [{ wire: difyWire }],
  39: [{ fields: { other: 'a1' } }],
  41: [
    vertex('gemini', 'gemini-2.5-flash'),
    vertex('claude', 'claude-opus-4-1-20250805', messagesElsewhere('vertex-2023-10-16')),
    vertex('open', 'meta/llama-4-scout-17b-16e-instruct-maas'),
  ],
  42: [{ wire: chatUnasked }],
  1024: [{ wire: chatUnasked }],
  1025: [{ fields: { other: 'project-1' }, admits: bearer(tokenOf), wire: projectWire }],
  1027: [{ key: serviceKey, admits: bearer(tokenOf) }],
}

const usualWire = (path: string): Wire => {
  if (/\/responses(?:\?|$)/.test(path)) return responsesWire
  if (path.includes('enerateContent')) return geminiWire
  return /\/messages(?:\?|$)/.test(path) ? messagesWire : chatWire
}

const wired = (provider: Provider, { as, model, key, fields = {}, admits = bearer(), wire }: Difference) => {
  const name = as === undefined ? provider.name : `${provider.name}-${as}`
  return {
    ...{ provider, name, fields, model: model ?? `model-of-${name}`, admits: admits(name) },
    keyAt: (url: string) => key?.(secretOf(name), url) ?? secretOf(name),
    // Whoever has a dialect of its own may speak another's beside it.
    wire: (path: string) => {
      const usual = usualWire(path)
      return usual === chatWire && wire !== undefined ? wire : usual
    },
  }
}

/** Every vendor that converses, once for each kind of key and model for which it is another. */
export const wiredVendors: readonly WiredVendor[] = providers
  .filter(({ operations }) => operations.has('chat'))
  .flatMap((provider) => (differences[provider.type] ?? [{}]).map((each) => wired(provider, each)))
