import type { IncomingHttpHeaders, ServerResponse } from 'node:http'
import type { Body, Question, Refusal } from '../strict/strict-question.ts'

export type WireCall = { path: string; headers: IncomingHttpHeaders; body: Body; model: string }

/** A vendor's own dialect as its server speaks it: what it does not know is refused, and its frames are its own. */
export type Wire = {
  answer: (call: WireCall, response: ServerResponse) => void | Promise<void>
  failure: (refusal: Refusal) => Told
  /** What it cannot be shown. */
  lacks?: readonly ('tools' | 'pictures')[]
  /** Whether it never tells what was used. */
  countsNothing?: boolean
}

/** Some vendors refuse under a success. */
export type Told = { status: number; body: object }

/** Of a vendor that hears nothing but words. */
export const plainQuestion = (asked: string): Question => ({
  system: '',
  asked,
  picture: undefined,
  results: [],
  tools: [],
  choice: 'auto',
  schema: undefined,
  thinks: false,
  limit: undefined,
  stops: [],
})

/** What a server writes, taken where it would leave, so that another one can put it into frames of its own. */
export const written = async (answer: (response: ServerResponse) => void | Promise<void>): Promise<string> => {
  const chunks: string[] = []
  const taken = {
    writeHead: () => taken,
    write: (chunk: string) => chunks.push(chunk) > 0,
    end: (chunk = '') => chunks.push(chunk),
  }
  // seam: whoever answers here does no more with a response than this
  await answer(taken as unknown as ServerResponse)
  return chunks.join('')
}

/** The objects of a stream of events. */
export const eventsIn = (text: string): Body[] =>
  [...text.matchAll(/^data: (\{.*)$/gm)].map(([, data = '']) => JSON.parse(data))
