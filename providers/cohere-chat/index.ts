import { objectAt } from '#protocols/json/json.ts'
import { readError } from '#protocols/openai-chat/error.ts'
import { placeOf, type Steering } from '#protocols/steering.ts'
import type { Dialect } from '../dialect.ts'
import { readReply } from './read-reply.ts'
import { createReader } from './stream-reader.ts'
import { writeRequest } from './write-request.ts'

const steering: Steering = {
  places: {
    temperature: placeOf('temperature'),
    topP: placeOf('p'),
    topK: placeOf('k'),
    seed: placeOf('seed'),
    stop: placeOf('stop_sequences'),
    presencePenalty: placeOf('presence_penalty'),
    frequencyPenalty: placeOf('frequency_penalty'),
    maximumOutput: placeOf('max_tokens'),
    effort: placeOf('thinking.token_budget'),
  },
  thinks: (body) => {
    const type = objectAt(body, 'thinking')?.type
    return typeof type === 'string' ? type !== 'disabled' : undefined
  },
}

/** The vendor's conversations: requests much like OpenAI's, answers and streams of their own. */
export const cohereChat: Dialect = {
  kind: 'chat',
  name: 'cohere-chat',
  upstream: { writeRequest, readReply, createReader, readError, steering },
}
