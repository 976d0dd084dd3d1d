import { createRequire } from 'node:module'
import type * as Undici from 'undici'

/** Two of its parts by themselves: its front door loads ten times as much, with ways to fetch, to keep and to pretend. */
const places = { errors: 'undici/lib/core/errors.js', buildConnector: 'undici/lib/core/connect.js' } as const

const load = createRequire(import.meta.url)

const partOf = <Name extends keyof typeof places>(name: Name) =>
  // seam: each of these files exports what the front door has under the name
  load(places[name]) as (typeof Undici)[Name]

export const errors = partOf('errors')
export const buildConnector = partOf('buildConnector')

/** What speaks for it is complete only behind the front door, and is loaded by the first who needs it. */
// seam: it is what is typed
export const undici = () => load('undici') as typeof Undici
