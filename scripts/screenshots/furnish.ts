import { channels } from '#contract/channels.ts'
import { optionCalls } from '#contract/options.ts'
import { redemptions } from '#contract/redemptions.ts'
import { tokens } from '#contract/tokens.ts'
import { users } from '#contract/users.ts'
import { setUp } from '#testing/console-client.ts'
import { type ServerProcess, startServerProcess } from '#testing/server-process.ts'
import { startUpstream } from '#testing/upstream.ts'
import { addLaterChannels, handInWork, type LaterServices, laterModels, startLaterServices } from './furnish-later.ts'

export type Furnished = { server: ServerProcess; remove: () => Promise<void> }

/** Models that behave as their names say (`testing/upstream.ts`), beside real names that the table of prices knows. */
const models = ['gpt-4o-mini', 'claude-sonnet-4-5', 'gemini-2.5-flash', 'fail-500', 'fail-429', 'slow-700']

/** A gateway as it looks after a day of use: channels well and ill, calls served and failed, codes, users, pictures. */
export const furnish = async (): Promise<Furnished> => {
  const [upstream, later] = [await startUpstream(), await startLaterServices()]
  const server = await startServerProcess({ LOG_LEVEL: 'error' })
  const remove = async () => {
    await server.remove()
    await Promise.all([upstream.close(), later.close()])
  }
  try {
    await fill(server.url, upstream.url, later)
    return { server, remove }
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
  await client.call(optionCalls.update, { body: { key: 'Chats', value: JSON.stringify(chats) } })

  const asOpenAi = { key: 'sk-upstream', group: 'default', type: 1, base_url: upstream }
  for (const channel of [
    { ...asOpenAi, name: 'Main line', models: models.join(','), priority: 10, tag: 'europe' },
    { ...asOpenAi, name: 'Second line', models: 'gpt-4o-mini', weight: 5, tag: 'europe' },
    { ...asOpenAi, name: 'Far away', base_url: 'http://127.0.0.1:9', models: 'gpt-4o-mini,gpt-4o', priority: -5 },
  ]) {
    await client.call(channels.create, { body: channel })
  }
  await addLaterChannels(client, later)
  for (const name of ['ann', 'bob', 'longest_name']) {
    await client.call(users.create, { body: { username: name, password: 'correct-horse', display_name: name } })
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
