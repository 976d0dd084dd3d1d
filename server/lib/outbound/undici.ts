import { createRequire } from 'node:module'
import type * as Undici from 'undici'

/** Its parts by themselves: its front door loads five times as much, with ways to fetch, to keep and to pretend. */
const places = {
  errors: 'undici/lib/core/errors.js',
  buildConnector: 'undici/lib/core/connect.js',
  Client: 'undici/lib/dispatcher/client.js',
  Pool: 'undici/lib/dispatcher/pool.js',
} as const

const load = createRequire(import.meta.url)

const partOf = <Name extends keyof typeof places>(name: Name) =>
  // seam: each of these files exports what the front door has under the name
  load(places[name]) as (typeof Undici)[Name]

export const errors = partOf('errors')
export const buildConnector = partOf('buildConnector')

/** What speaks for it is loaded by the first who needs it. */
export const undiciClient = () => partOf('Client')
export const undiciPool = () => partOf('Pool')
