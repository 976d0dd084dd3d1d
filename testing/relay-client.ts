import type { TestClient, TestGateway } from './gateway.ts'

/** A channel and a token, made through the control plane as an operator makes them. */
export const addRelayChannel = async (root: TestClient, fields: Record<string, unknown>): Promise<number> => {
  const answer = await root.post('/api/channel/', {
    name: 'upstream',
    type: 1,
    key: 'sk-upstream',
    group: 'default',
    ...fields,
  })
  if (!answer.success) throw new Error(answer.text)
  return answer.data.id
}

export const removeChannels = async (root: TestClient): Promise<void> => {
  const { items } = (await root.get('/api/channel/?page_size=100')).data
  if (items.length > 0) await root.post('/api/channel/batch', { ids: items.map(({ id }: { id: number }) => id) })
}

export const addRelayToken = async (
  owner: TestClient,
  fields: Record<string, unknown> = {},
): Promise<{ id: number; key: string }> => {
  const answer = await owner.post('/api/token/', { name: 'token', unlimited_quota: true, ...fields })
  if (!answer.success) throw new Error(answer.text)
  return { id: answer.data.id, key: `sk-${answer.data.key}` }
}

/** Every model costs one quota per token, in and out. */
export const priceModels = async (root: TestClient, models: readonly string[]): Promise<void> => {
  const value = JSON.stringify(Object.fromEntries(models.map((model) => [model, 1])))
  for (const key of ['ModelRatio', 'CompletionRatio']) {
    const answer = await root.put('/api/option/', { key, value })
    if (!answer.success) throw new Error(answer.text)
  }
}

export const prompt = { messages: [{ role: 'user', content: 'Say something.' }] }

export type RelayAnswer = {
  status: number
  headers: Headers
  requestId: string
  bytes: Buffer
  text: string
  /** As loose as parsing leaves it. */
  json: ReturnType<typeof JSON.parse>
}

export const callRelay = (
  gateway: TestGateway,
  key: string,
  body: Record<string, unknown> | string,
  headers: Record<string, string> = {},
): Promise<RelayAnswer> =>
  callPath(gateway, key, '/v1/chat/completions', typeof body === 'string' ? body : { ...prompt, ...body }, headers)

/** The same in any dialect, with nothing of our own in the body. */
export const callPath = async (
  gateway: TestGateway,
  key: string,
  path: string,
  body: object | string,
  headers: Record<string, string> = {},
): Promise<RelayAnswer> => {
  const response = await fetch(gateway.url + path, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })
  const bytes = Buffer.from(await response.arrayBuffer())
  const text = bytes.toString()
  return {
    status: response.status,
    headers: response.headers,
    requestId: response.headers.get('x-request-id') ?? '',
    bytes,
    text,
    json: response.headers.get('content-type')?.startsWith('application/json') ? JSON.parse(text) : undefined,
  }
}
