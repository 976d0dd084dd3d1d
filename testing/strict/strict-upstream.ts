import type { ServerResponse } from 'node:http'
import * as z from 'zod'
import { type AnsweredCall, type AnsweringUpstream, answerJson, startAnsweringUpstream } from '../answering-upstream.ts'
import { strictChat } from './strict-chat.ts'
import { strictGemini } from './strict-gemini.ts'
import { strictMessages } from './strict-messages.ts'
import { type Body, Refusal, type StrictDialect } from './strict-question.ts'
import { strictResponses } from './strict-responses.ts'

const dialects: readonly StrictDialect[] = [strictChat, strictResponses, strictMessages, strictGemini]

/** The key that every one of these upstreams wants, each in the place that is its own. */
export const strictKey = 'sk-upstream'

export type StrictUpstream = AnsweringUpstream & {
  /** What was refused as the vendor would, newest last. */
  refusals: string[]
}

/**
 * Four vendors in one that are as strict as vendors are: members they do not know, calls without results, thoughts
 * without their seal and turns out of order are refused. A model called `…-limited` has no room left, one called
 * `…-long` finds every prompt too long.
 */
export const startStrictUpstream = async (): Promise<StrictUpstream> => {
  const refusals: string[] = []
  const upstream = await startAnsweringUpstream(async (call, response) => {
    const dialect = dialects.find(({ path }) => path.test(call.path))
    if (dialect === undefined) {
      refusals.push(`${call.method} ${call.path}`)
      return answerJson(response, 404, { error: { message: `no such path: ${call.path}` } })
    }
    try {
      await answerCall(dialect, call, response)
    } catch (error) {
      const said = error instanceof z.ZodError ? new Refusal(z.prettifyError(error)) : error
      if (!(said instanceof Refusal)) throw error
      refusals.push(`${dialect.name}: ${said.message}`)
      answerJson(response, said.status, dialect.failure(said))
    }
  })
  return { ...upstream, refusals }
}

const answerCall = async (dialect: StrictDialect, call: AnsweredCall, response: ServerResponse): Promise<void> => {
  if (dialect.keyOf(call.headers) !== strictKey) throw new Refusal('no such key', 401)
  const body: Body = call.body
  const model = dialect.modelOf(call.path, body)
  if (model.endsWith('-limited')) throw new Refusal(dialect.limited, 429)
  if (model.endsWith('-long')) throw new Refusal(dialect.tooLong, 400, 'context_length_exceeded')
  await dialect.answer({ path: call.path, headers: call.headers, body, model }, response)
}
