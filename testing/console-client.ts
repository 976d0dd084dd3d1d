import type { Endpoint, EndpointData, EndpointRequest, Envelope } from '#contract/endpoint.ts'
import { session } from '#contract/session.ts'
import { setup } from '#contract/setup.ts'
import { endStep } from './step-ends.ts'

/** Speaks the control plane as the console does: cookie, user-id header, wrapper. */
export type ConsoleClient = {
  call: <E extends Endpoint>(endpoint: E, request?: Partial<EndpointRequest<E>>) => Promise<EndpointData<E>>
  /** The same, but answers the whole envelope instead of throwing. */
  attempt: (endpoint: Endpoint, request?: RequestParts) => Promise<{ status: number; envelope: Envelope<unknown> }>
  login: (username: string, password: string) => Promise<void>
}

type RequestParts = { params?: unknown; query?: unknown; body?: unknown }

export const operator = { username: 'root', password: 'correct-horse' }

export const createConsoleClient = (url: string): ConsoleClient => {
  let cookie = ''
  let userId = ''

  const attempt: ConsoleClient['attempt'] = async (endpoint, request = {}) => {
    if (endpoint.method !== 'GET') await endStep()
    const response = await fetch(addressOf(url, endpoint, request), {
      method: endpoint.method,
      headers: {
        ...(cookie === '' ? {} : { cookie, 'new-api-user': userId }),
        ...(request.body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(request.body === undefined ? {} : { body: JSON.stringify(request.body) }),
    })
    const issued = response.headers.getSetCookie()[0]
    if (issued !== undefined) cookie = issued.split(';')[0] ?? ''
    // seam: the server's answers are checked against their schemas by the server itself
    return { status: response.status, envelope: (await response.json()) as Envelope<unknown> }
  }

  const client: ConsoleClient = {
    attempt,
    call: async (endpoint, request) => {
      const { status, envelope } = await attempt(endpoint, request)
      if (!envelope.success) throw new Error(`${endpoint.path} answered ${status}: ${envelope.message}`)
      // seam: as above
      return envelope.data as EndpointData<typeof endpoint>
    },
    login: async (username, password) => {
      const user = await client.call(session.login, { body: { username, password } })
      userId = String(user.id)
    },
  }
  return client
}

/** Sets a fresh gateway up and signs its operator in. */
export const setUp = async (url: string): Promise<ConsoleClient> => {
  const client = createConsoleClient(url)
  const { username, password } = operator
  await client.call(setup.perform, { body: { username, password, confirmPassword: password } })
  await client.login(username, password)
  return client
}

const addressOf = (url: string, endpoint: Endpoint, { params, query }: RequestParts): string => {
  let path: string = endpoint.path
  for (const [name, value] of Object.entries(params ?? {})) path = path.replace(`:${name}`, String(value))
  const search = new URLSearchParams(
    Object.entries(query ?? {}).map(([name, value]): [string, string] => [name, String(value)]),
  )
  return `${url}${path}${search.size === 0 ? '' : `?${search}`}`
}
