import { afterAll, beforeAll } from 'vitest'
import { type DrawingProxy, startDrawingProxy } from './drawing-proxy.ts'
import { eachGateway, type GatewayTests, type TestClient, type TestGateway } from './gateway.ts'
import { createMovableClock, type MovableClock } from './movable-clock.ts'
import { addRelayChannel, addRelayToken } from './relay-client.ts'
import { expectSettledBooks } from './settled-books.ts'
import { type SongService, startSongService } from './song-service.ts'

/** As loose as parsing leaves it. */
type Json = ReturnType<typeof JSON.parse>
export type TaskAnswer = { status: number; headers: Headers; text: string; json: Json }

/** What is the same for whatever finishes later. */
export type FollowedTasks = {
  /** Lets time pass and asks how far everything has come. */
  poll: (seconds?: number) => Promise<void>
  quota: () => Promise<number>
  /** The rows of charges and refunds since the bench began, oldest first. */
  rows: () => Promise<Json[]>
}

export type TaskBench = FollowedTasks & {
  gateway: () => TestGateway
  clock: MovableClock
  root: () => TestClient
  proxy: () => DrawingProxy
  songs: () => SongService
  channels: () => { drawing: number; music: number }
  key: () => string
  send: (method: string, path: string, body?: object | string, headers?: Record<string, string>) => Promise<TaskAnswer>
}

const drawingModels =
  'mj_imagine,mj_upscale,mj_variation,mj_reroll,mj_blend,mj_describe,mj_modal,mj_inpaint,mj_shorten,mj_upload,mj_zoom,swap_face'

/** A gateway in front of a proxy that draws and a service that sings. */
export const eachTaskBench = (define: (bench: TaskBench) => void, tests: GatewayTests = eachGateway): void => {
  const clock = createMovableClock()
  tests(
    (gateway) => {
      let root: TestClient
      let proxy: DrawingProxy
      let songs: SongService
      let channels: { drawing: number; music: number }
      let key: string
      beforeAll(async () => {
        proxy = await startDrawingProxy()
        songs = await startSongService()
        root = await gateway().asRoot()
        channels = {
          drawing: await addRelayChannel(root, {
            type: 5,
            base_url: proxy.url,
            models: drawingModels,
            key: 'secret-one',
          }),
          music: await addRelayChannel(root, { type: 36, base_url: songs.url, models: 'suno_music,suno_lyrics' }),
        }
        key = (await addRelayToken(root)).key
      })
      afterAll(async () => {
        await proxy?.close()
        await songs?.close()
      })
      expectSettledBooks(gateway)

      define({
        gateway,
        clock,
        root: () => root,
        proxy: () => proxy,
        songs: () => songs,
        channels: () => channels,
        key: () => key,
        send: (method, path, body, headers) => sendTask(gateway(), key, { method, path, body, headers }),
        ...followTasks({ gateway, clock, root: () => root }),
      })
    },
    {},
    clock,
  )
}

type Followed = { gateway: () => TestGateway; clock: MovableClock; root: () => TestClient }

export const followTasks = ({ gateway, clock, root }: Followed): FollowedTasks => {
  const drain = () => gateway().plane.domain.ledger.drain()
  return {
    poll: async (seconds = 60) => {
      clock.pass(seconds)
      // The first may be a round that had begun before.
      await gateway().pollTasks()
      await gateway().pollTasks()
      await drain()
    },
    quota: async () => {
      await drain()
      return (await root().get('/api/user/self')).data.quota
    },
    rows: async () => {
      await drain()
      return (await root().get('/api/log/?p=1&page_size=100&type=2')).data.items.toReversed()
    },
  }
}

type Sent = {
  method: string
  path: string
  body?: object | string | undefined
  headers?: Record<string, string> | undefined
}

export const sendTask = async (
  { url }: { url: string },
  key: string,
  { method, path, body, headers = { authorization: `Bearer ${key}` } }: Sent,
): Promise<TaskAnswer> => {
  const response = await fetch(url + path, {
    method,
    headers: { 'content-type': 'application/json', ...headers },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  })
  const text = await response.text()
  const isJson = response.headers.get('content-type')?.includes('json') === true
  return { status: response.status, headers: response.headers, text, json: isJson ? JSON.parse(text) : undefined }
}
