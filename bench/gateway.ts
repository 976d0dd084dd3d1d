import { randomBytes } from 'node:crypto'
import { Agent, get } from 'node:http'
import { fileURLToPath } from 'node:url'
import * as z from 'zod/mini'
import { channels } from '#contract/channels.ts'
import type { Envelope } from '#contract/endpoint.ts'
import { optionCalls } from '#contract/options.ts'
import { session } from '#contract/session.ts'
import { setup } from '#contract/setup.ts'
import { tokens } from '#contract/tokens.ts'
import { type Side, start, waitUntilReady } from './processes.ts'
import { messagesModel, plainModel, slowModel, streamedModel } from './requests.ts'

export type BenchGateway = {
  pid: number
  key: string
  /** Reads an address of the control plane as the super admin, and answers the text of what came. */
  read: (path: string) => Promise<string>
  /** The same, but what came is thrown away as it is: an administrator's browser unpacks it on a machine of its own. */
  skim: (path: string) => Promise<void>
}

type Upstreams = { plain: number; streamed: number; slow?: number }
/** A channel of a type and a model of its own, before an upstream at a port. */
type FurtherChannel = { model: string; type: number; port: number }
/** `options`: what is not left as it is at the beginning. */
export type GatewayWish = {
  upstreams: Upstreams
  more?: readonly FurtherChannel[]
  side?: Side
  databaseUrl?: string
  options?: Readonly<Record<string, string>>
}

/** Starts a gateway that nobody has set up yet and makes it ready to serve, through its own control plane. */
export const startGateway = async (
  folder: string,
  port: number,
  { upstreams, more = [], side = 'measured', databaseUrl, options = {} }: GatewayWish,
): Promise<BenchGateway> => {
  const main = fileURLToPath(new URL('../server/main.ts', import.meta.url))
  const env = {
    PATH: process.env.PATH,
    HOST: '127.0.0.1',
    PORT: String(port),
    DATA_DIR: folder,
    GLOBAL_API_RATE_LIMIT: '0',
    LOG_LEVEL: 'warn',
    MALLOC_MMAP_THRESHOLD_: process.env.MALLOC_MMAP_THRESHOLD_,
    ...(databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl }),
  }
  // As a start by run.mjs has it, which started this.
  const child = start(side, process.execPath, [...process.execArgv, main], env)
  const address = `http://127.0.0.1:${port}`
  await waitUntilReady('The gateway', child, async () => (await fetch(`${address}/readyz`)).ok)
  return { pid: child.pid ?? 0, ...(await prepare(address, channelsBefore(upstreams, more), options)) }
}

const channelsBefore = (
  { plain, streamed, slow }: Upstreams,
  more: readonly FurtherChannel[],
): readonly FurtherChannel[] => [
  { model: plainModel, type: openai, port: plain },
  { model: streamedModel, type: openai, port: streamed },
  { model: messagesModel, type: anthropic, port: streamed },
  { model: slowModel, type: openai, port: slow ?? streamed },
  ...more,
]

const [openai, anthropic] = [1, 14]

const prepare = async (
  address: string,
  wanted: readonly FurtherChannel[],
  options: Readonly<Record<string, string>>,
): Promise<Omit<BenchGateway, 'pid'>> => {
  const secret = { username: 'bench', password: randomBytes(8).toString('hex') }
  const call = controlPlane(address)
  await call(setup.perform, { ...secret, confirmPassword: secret.password })
  const user = session.login.data.parse(await call(session.login, secret))
  call.user = String(user.id)
  for (const { model, type, port } of wanted) {
    const base_url = `http://127.0.0.1:${port}`
    await call(channels.create, { type, name: model, key: 'upstream', base_url, models: model, group: 'default' })
  }
  for (const [key, value] of Object.entries(options)) await call(optionCalls.update, { key, value })
  const token = tokens.create.data.parse(await call(tokens.create, { name: 'bench', unlimited_quota: true }))
  return { key: `sk-${token.key}`, read: call.read, skim: call.skim }
}

const answer = z.object({ success: z.boolean(), message: z.string(), data: z.optional(z.unknown()) })

/** A browser's view of the control plane: the session's cookie comes back with every call. */
const controlPlane = (address: string) => {
  const agent = new Agent({ keepAlive: true })
  let cookie = ''
  const call = async (endpoint: { method: string; path: string }, body: object): Promise<unknown> => {
    const response = await fetch(address + endpoint.path, {
      method: endpoint.method,
      headers: { 'content-type': 'application/json', cookie, 'New-Api-User': call.user, origin: address },
      body: JSON.stringify(body),
    })
    cookie = response.headers.getSetCookie()[0]?.split(';')[0] ?? cookie
    const { success, message, data }: Envelope<unknown> = answer.parse(await response.json())
    if (!success) throw new Error(`${endpoint.path}: ${message}`)
    return data
  }
  call.user = ''
  call.read = async (path: string): Promise<string> => {
    const response = await fetch(address + path, { headers: { cookie, 'New-Api-User': call.user } })
    const text = await response.text()
    if (!text.startsWith('{"success":true')) throw new Error(`${path}: ${text.slice(0, 200)}`)
    return text
  }
  call.skim = (path: string): Promise<void> =>
    new Promise((resolve, reject) => {
      const headers = { cookie, 'New-Api-User': call.user, 'accept-encoding': 'gzip' }
      get(address + path, { headers, agent }, (response) => {
        if (response.statusCode !== 200) reject(new Error(`${path}: ${response.statusCode}`))
        response.resume()
        response.once('end', resolve)
      }).once('error', reject)
    })
  return call
}
