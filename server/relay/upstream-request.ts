import type { KeptAs } from '#protocols/chat.ts'
import type { Exchange } from '#protocols/exchange.ts'
import type { Route } from '#providers/provider.ts'
import type { Channel } from '../domain/channels/channel.ts'
import type { AnsweringService } from './answering-service.ts'
import type { Demands } from './demands.ts'

/** What goes to the upstream for one attempt, and the way back for its answer. */
export type UpstreamRequest = {
  channel: Channel
  model: string
  origin: string
  path: string
  method: 'GET' | 'POST' | 'DELETE'
  /** Names and values in turn. */
  headers: string[]
  body: Buffer
  /** Whether a stream was asked of the upstream. */
  streams: boolean
  route: Route
  exchange: Exchange
  /** Set where the request wants what costs something beside the model, or lets another model answer. */
  demands: Demands | undefined
  heard: AnsweringService | undefined
  /** What of the client's is left out or changed, by the client's own names. */
  changed: readonly string[]
  /** Set where its answer is kept here. */
  kept: KeptAs | undefined
}
