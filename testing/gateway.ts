import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll } from 'vitest'
import type { Database, Engine } from '#server/db/database.ts'
import { createPasswords, type Passwords } from '#server/domain/people/passwords.ts'
import { type Environment, parseEnvironment } from '#server/environment.ts'
import { type Clock, systemClock } from '#server/lib/clock.ts'
import { createLog } from '#server/lib/log.ts'
import type { SigninAddresses } from '#server/signin/signin.ts'
import { type Gateway, startGateway } from '#server/start.ts'
import { eachDatabase, oneDatabase, type TestPlace } from './database.ts'
import { patience } from './patience.ts'

type Answer = {
  status: number
  headers: Headers
  /** Of a wrapped answer. */
  success: boolean
  code: string | undefined
  message: string
  /** As loose as parsing leaves it: tests look into answers of every shape, and an assertion tells what is wrong. */
  data: ReturnType<typeof JSON.parse>
  text: string
}

type Sending = { body?: unknown; headers?: Record<string, string>; rawBody?: string }

/** A browser or a tool: it keeps its cookie, names its user, and comes from an address of its own. */
export type TestClient = {
  userId: number
  cookie: string
  send: (method: string, path: string, sending?: Sending) => Promise<Answer>
  get: (path: string, sending?: Sending) => Promise<Answer>
  post: (path: string, body?: unknown, sending?: Sending) => Promise<Answer>
  put: (path: string, body?: unknown, sending?: Sending) => Promise<Answer>
  remove: (path: string, sending?: Sending) => Promise<Answer>
}

/** The whole gateway in this process, on a free port, with a database of its own. */
export type TestGateway = Gateway & {
  /** Somebody who has not signed in. */
  visitor: () => TestClient
  signIn: (username: string, password: string) => Promise<TestClient>
  /** Signed in as the super admin; sets the gateway up when nobody has. */
  asRoot: () => Promise<TestClient>
  /** A signed-in user of the role, freshly made. */
  asUser: (username: string, role?: number) => Promise<TestClient>
  logLines: string[]
}

export const rootPassword = 'root-password'
export const userPassword = 'user-password'

type Wish = {
  place: TestPlace['place']
  environment?: Record<string, string>
  clock?: Clock
  /** See failing-database.ts. */
  intercept?: (database: Database) => Database
  /** Judges human checks in the place of the service. */
  humanCheckJudge?: string
  signinAddresses?: SigninAddresses
  /** In the place of those that cost next to nothing. */
  passwords?: Passwords
}

export const startTestGateway = async ({
  place,
  environment = {},
  clock = systemClock,
  intercept,
  humanCheckJudge,
  signinAddresses,
  passwords = createPasswords({ cost: { logarithm: 4, blockSize: 8, parallelism: 1 } }),
}: Wish): Promise<TestGateway> => {
  const ownFolder = place.file === '' ? await mkdtemp(join(tmpdir(), 'sluice-')) : undefined
  const settings = readSettings({
    HOST: '127.0.0.1',
    PORT: '0',
    DATA_DIR: ownFolder ?? dirname(place.file),
    TRUSTED_PROXIES: '127.0.0.1',
    // Tests call as fast as they can.
    GLOBAL_API_RATE_LIMIT: '0',
    ...(place.url === undefined ? {} : { DATABASE_URL: place.url }),
    ...environment,
  })
  const logLines: string[] = []
  const log = createLog({ level: 'debug', write: (line) => logLines.push(line) })
  const gateway = await startGateway(settings, {
    clock,
    log,
    passwords,
    // What counts tokens begins with the first count, which takes longer beside other work than a caller is let wait.
    countPatienceMs: patience.timeout,
    ...(intercept && { intercept }),
    ...(humanCheckJudge && { humanCheckJudge }),
    ...(signinAddresses && { signinAddresses }),
  })
  const visitor = () => createClient(gateway.url)

  const signIn = async (username: string, password: string) => {
    const client = visitor()
    const answer = await client.post('/api/user/login', { username, password })
    if (!answer.success) throw new Error(`login as ${username}: ${answer.text}`)
    client.userId = answer.data.id
    return client
  }

  const asRoot = async () => {
    const code = await gateway.plane.setup.code()
    const account = { username: 'root', password: rootPassword, confirmPassword: rootPassword, code }
    if (code !== undefined) await visitor().post('/api/setup', account)
    return signIn('root', rootPassword)
  }

  return {
    ...gateway,
    visitor,
    signIn,
    asRoot,
    asUser: async (username, role = 1) => {
      await gateway.plane.accounts.create({
        username,
        password: userPassword,
        displayName: username,
        email: '',
        role,
        inviterId: 0,
      })
      return signIn(username, userPassword)
    },
    logLines,
    close: async (options = { graceMs: 0 }) => {
      await gateway.close(options)
      if (ownFolder !== undefined) await rm(ownFolder, { recursive: true, force: true })
    },
  }
}

/** Defines tests over a running gateway, with these settings and this clock. */
export type GatewayTests = (
  define: (gateway: () => TestGateway, engine: Engine) => void,
  environment?: Record<string, string>,
  clock?: Clock,
) => void

const testsWith =
  (databases: typeof eachDatabase): GatewayTests =>
  (define, environment, clock) =>
    databases((engine, _open, _openPlace, makePlace) => {
      let running: TestGateway | undefined
      beforeAll(async () => {
        const { place } = await makePlace()
        running = await startTestGateway({ place, ...(environment && { environment }), ...(clock && { clock }) })
      })
      afterAll(() => running?.close())
      define(() => {
        if (running === undefined) throw new Error('the gateway has not been started')
        return running
      }, engine)
    })

/** Runs the same tests against a gateway on each engine, one for the whole group. */
export const eachGateway = testsWith(eachDatabase)

/** The same on one engine, for what no database has a part in. */
export const oneGateway = testsWith(oneDatabase)

const readSettings = (variables: Record<string, string>): Environment => {
  const parsed = parseEnvironment(variables)
  if (!parsed.ok) throw new Error(parsed.faults.join('\n'))
  return parsed.value
}

let clients = 0

const createClient = (url: string): TestClient => {
  clients += 1
  const address = `198.18.${(clients >> 8) & 255}.${clients & 255}`
  const client: TestClient = {
    userId: 0,
    cookie: '',
    send: async (method, path, { body, headers = {}, rawBody } = {}) => {
      const response = await fetch(url + path, {
        method,
        redirect: 'manual',
        headers: {
          'x-forwarded-for': address,
          ...(client.cookie === '' ? {} : { cookie: client.cookie }),
          ...(client.userId === 0 ? {} : { 'new-api-user': String(client.userId) }),
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        ...(rawBody === undefined ? {} : { body: rawBody }),
      })
      for (const issued of response.headers.getSetCookie()) client.cookie = withCookie(client.cookie, issued)
      return readAnswer(response)
    },
    get: (path, sending) => client.send('GET', path, sending),
    post: (path, body, sending) => client.send('POST', path, { body, ...sending }),
    put: (path, body, sending) => client.send('PUT', path, { body, ...sending }),
    remove: (path, sending) => client.send('DELETE', path, sending),
  }
  return client
}

const withCookie = (cookies: string, issued: string): string => {
  const [pair = ''] = issued.split(';', 1)
  const name = pair.slice(0, pair.indexOf('=') + 1)
  return [...cookies.split('; ').filter((each) => each !== '' && !each.startsWith(name)), pair].join('; ')
}

const readAnswer = async (response: Response): Promise<Answer> => {
  const text = await response.text()
  const isJson = response.headers.get('content-type')?.startsWith('application/json') === true
  const { success = false, code, message = '', data } = isJson ? JSON.parse(text) : {}
  return { status: response.status, headers: response.headers, success, code, message, data, text }
}
