import type { Usage } from '#pricing/usage.ts'
import type { UpstreamProblem } from './failure.ts'
import type { JsonObject } from './json/json.ts'

/** The common form of asking for an order among documents. */
export type RerankRequest = {
  model: string
  query: string
  documents: readonly (string | JsonObject)[]
  topN: number | undefined
  returnDocuments: boolean | undefined
  /** Fields that one upstream understands and others ignore, as the client sent them. */
  extra: JsonObject
}

export type RerankReply = {
  id: string | undefined
  model: string | undefined
  results: readonly { index: number; score: number; document: unknown }[]
  usage: Usage | undefined
}

export type RerankUpstream = {
  writeRequest: (request: RerankRequest, target: { model: string }) => JsonObject
  readReply: (bytes: Buffer) => RerankReply
  readError: (status: number, bytes: Buffer) => UpstreamProblem
}

export type RerankClient = {
  readRequest: (body: JsonObject) => RerankRequest
  writeReply: (reply: RerankReply, request: RerankRequest, model: string) => JsonObject
}
