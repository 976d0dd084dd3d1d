import type { Usage } from '#pricing/usage.ts'
import type { UpstreamProblem } from './failure.ts'
import type { JsonObject } from './json/json.ts'

/** The common form of asking for embeddings. */
export type EmbeddingsRequest = {
  model: string
  /** Texts, or token numbers where the client has done the cutting itself. */
  inputs: readonly (string | readonly number[])[]
  dimensions: number | undefined
  encoding: 'float' | 'base64'
  user: string | undefined
  /** What the vectors are for, in Gemini's words (`RETRIEVAL_QUERY`, …); other dialects map it to theirs. */
  task: string | undefined
  title: string | undefined
  /** The client asked for one vector alone, where its dialect tells that from a list of one. */
  single?: boolean
}

export type EmbeddingsReply = {
  model: string
  /** In the order of the inputs. */
  vectors: readonly (readonly number[])[]
  usage: Usage | undefined
}

export type EmbeddingsUpstream = {
  writeRequest: (request: EmbeddingsRequest, target: { model: string }) => JsonObject
  readReply: (bytes: Buffer) => EmbeddingsReply
  readError: (status: number, bytes: Buffer) => UpstreamProblem
}

export type EmbeddingsClient = {
  readRequest: (body: JsonObject) => EmbeddingsRequest
  writeReply: (reply: EmbeddingsReply, request: EmbeddingsRequest, model: string) => JsonObject
}
