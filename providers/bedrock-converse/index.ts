import { readError } from '#protocols/anthropic-messages/error.ts'
import { objectAt } from '#protocols/json/json.ts'
import { placeOf, type Steering } from '#protocols/steering.ts'
import type { Dialect } from '../dialect.ts'
import { readReply } from './read-reply.ts'
import { createReader } from './stream-reader.ts'
import { writeRequest } from './write-request.ts'

const steering: Steering = {
  places: {
    temperature: placeOf('inferenceConfig.temperature'),
    topP: placeOf('inferenceConfig.topP'),
    topK: placeOf('additionalModelRequestFields.top_k', 'additionalModelRequestFields.inferenceConfig.topK'),
    stop: placeOf('inferenceConfig.stopSequences'),
    maximumOutput: placeOf('inferenceConfig.maxTokens'),
    effort: placeOf('additionalModelRequestFields.reasoningConfig.maxReasoningEffort'),
  },
  thinks: (body) => {
    const type = objectAt(objectAt(body, 'additionalModelRequestFields'), 'reasoningConfig')?.type
    return typeof type === 'string' ? type === 'enabled' : undefined
  },
}

/** The one way in which the service speaks to models of whatever vendor. */
export const bedrockConverse: Dialect = {
  kind: 'chat',
  name: 'bedrock-converse',
  upstream: { writeRequest, readReply, createReader, readError, steering },
}
