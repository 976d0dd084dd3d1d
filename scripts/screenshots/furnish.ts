import { channels } from '#contract/channels.ts'
import { optionCalls } from '#contract/options.ts'
import { redemptions } from '#contract/redemptions.ts'
import { tokens } from '#contract/tokens.ts'
import { users } from '#contract/users.ts'
import { createConsoleClient, setUp } from '#testing/console-client.ts'
import { startServerProcess } from '#testing/server-process.ts'
import { startUpstream } from '#testing/upstream.ts'
import { addLaterChannels, handInWork, type LaterServices, laterModels, startLaterServices } from './furnish-later.ts'
import type { Reader } from './shot.ts'

/** Models that behave as their names say (`testing/upstream.ts`), beside real names that the table of prices knows. */
const models = ['gpt-4o-mini', 'claude-sonnet-4-5', 'gemini-2.5-flash', 'fail-500', 'fail-429', 'slow-700']

/** Who is no administrator. */
const user = { username: 'ann', password: 'correct-horse' }

type Gateway = { url: string; remove: () => Promise<unknown> }

/** The gateways that are looked at, each started once somebody looks at it. */
export const furnish = () => {
  const gateways = new Map<string, Promise<Gateway>>()
  const started = (kind: string, start: () => Promise<Gateway>) => {
    const known = gateways.get(kind) ?? start()
    gateways.set(kind, known)
    return known
  }
  const gatewayOf = (reader: Reader): Promise<Gateway> => {
    if (reader === 'founder') return started('not set up', startGateway)
    if (reader === 'newcomer') return started('new', startNewGateway)
    return started('used', startUsedGateway)
  }
  return {
    user,
    addressOf: async (reader: Reader) => (await gatewayOf(reader)).url,
    remove: async () => {
      for (const gateway of gateways.values()) await (await gateway).remove()
    },
  }
}

const startGateway = () => startServerProcess({ LOG_LEVEL: 'error' })

const startNewGateway = async (): Promise<Gateway> => {
  const server = await startGateway()
  await setUp(server.url)
  return server
}

/** As it looks after a day of use: channels well and ill, calls served and failed, codes, users, pictures. */
const startUsedGateway = async (): Promise<Gateway> => {
  const [upstream, later] = [await startUpstream(), await startLaterServices()]
  const server = await startGateway()
  const remove = () => Promise.all([server.remove(), upstream.close(), later.close()])
  try {
    await fill(server.url, upstream.url, later)
    return { url: server.url, remove }
  } catch (error) {
    await remove()
    throw error
  }
}

const fill = async (address: string, upstream: string, later: LaterServices) => {
  const client = await setUp(address)

  const { batched, here, drawing } = laterModels
  const ratios = {
    ...Object.fromEntries(models.map((model) => [model, 75])),
    [drawing]: 1,
    [batched]: 0.2,
    [here]: 0.2,
  }
  await client.call(optionCalls.update, { body: { key: 'ModelRatio', value: JSON.stringify(ratios) } })
  const chats = [{ Cherry: 'https://chat.example/?key={key}&address={address}' }]
  const options = {
    Chats: JSON.stringify(chats),
    ServerAddress: address,
    PayAddress: 'https://pay.example',
    EpayId: '1001',
    EpayKey: 'not-a-secret',
    QuotaForNewUser: '5000000',
    Notice: 'On Sunday the gateway is **not** to be reached from 02:00 to 02:30.',
  }
  for (const [key, value] of Object.entries(options)) await client.call(optionCalls.update, { body: { key, value } })

  const asOpenAi = { key: 'sk-upstream', group: 'default', type: 1, base_url: upstream }
  for (const channel of [
    { ...asOpenAi, name: 'Main line', models: models.join(','), priority: 10, tag: 'europe' },
    { ...asOpenAi, name: 'Second line', models: 'gpt-4o-mini', weight: 5, tag: 'europe' },
    { ...asOpenAi, name: 'Far away', base_url: 'http://127.0.0.1:9', models: 'gpt-4o-mini,gpt-4o', priority: -5 },
  ]) {
    await client.call(channels.create, { body: channel })
  }
  await addLaterChannels(client, later)
  for (const name of [user.username, 'bob', 'longest_name']) {
    await client.call(users.create, { body: { username: name, password: user.password, display_name: name } })
  }
  for (const [index, name] of ['spring', 'summer', 'a gift for all'].entries()) {
    await client.call(redemptions.create, { body: { name, quota: 500_000 * (index + 1), count: 3 } })
  }
  const keys: string[] = []
  for (const fields of [
    { name: 'laptop', unlimited_quota: true },
    { name: 'editor', remain_quota: 2_500_000 },
    { name: 'nearly used up', remain_quota: 20 },
  ]) {
    const token = await client.call(tokens.create, { body: fields })
    keys.push(`sk-${token.key}`)
  }

  const usersClient = createConsoleClient(address)
  await usersClient.login(user.username, user.password)
  const own = await usersClient.call(tokens.create, { body: { name: 'notebook', unlimited_quota: true } })
  keys.push(`sk-${own.key}`)

  const post = async (path: string, key: string, body: unknown) => {
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
    const response = await fetch(address + path, { method: 'POST', headers, body: JSON.stringify(body) })
    await response.arrayBuffer()
  }
  const messages = [{ role: 'user', content: 'How does water find its way?' }]
  for (let call = 0; call < 60; call += 1) {
    const [key, model] = [keys[call % keys.length] ?? '', models[call % models.length] ?? '']
    await post('/v1/chat/completions', key, { model, messages, stream: call % 2 === 0 })
  }
  await handInWork(address, keys[0] ?? '', later)
}
