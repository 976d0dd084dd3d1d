import { type JsonObject, objectAt } from '../json/json.ts'
import { pathsOf, placeOf, type Steering } from '../steering.ts'

export const steering: Steering = {
  places: {
    temperature: placeOf('temperature'),
    topP: placeOf('top_p'),
    logprobs: { ...placeOf('top_logprobs'), read: (body) => body.top_logprobs ?? includesLogprobs(body) },
    maximumOutput: placeOf('max_output_tokens'),
    parallelTools: placeOf('parallel_tool_calls'),
    effort: { ...placeOf('reasoning.effort'), whole: pathsOf('reasoning') },
    verbosity: placeOf('text.verbosity'),
  },
  thinks: (body) => {
    const effort = objectAt(body, 'reasoning')?.effort
    return typeof effort === 'string' ? effort !== 'none' : undefined
  },
}

/** The probabilities of the words themselves are asked for in a list. */
const includesLogprobs = ({ include }: JsonObject): true | undefined =>
  Array.isArray(include) && include.includes('message.output_text.logprobs') ? true : undefined
