import { type JsonObject, objectAt, textAt } from '../json/json.ts'
import { amongTools, pathsOf, placeOf, type Steering } from '../steering.ts'

export const steering: Steering = {
  places: {
    temperature: placeOf('temperature'),
    topP: placeOf('top_p'),
    logprobs: { ...placeOf('top_logprobs'), read: (body) => body.top_logprobs ?? includesLogprobs(body) },
    maximumOutput: placeOf('max_output_tokens'),
    parallelTools: placeOf('parallel_tool_calls'),
    effort: { ...placeOf('reasoning.effort'), whole: pathsOf('reasoning') },
    verbosity: placeOf('text.verbosity'),
    webSearch: amongTools((tool) => textAt(tool, 'type')?.startsWith('web_search') === true),
    cacheKey: placeOf('prompt_cache_key'),
    cacheRetention: placeOf('prompt_cache_retention'),
  },
  thinks: (body) => {
    const effort = objectAt(body, 'reasoning')?.effort
    return typeof effort === 'string' ? effort !== 'none' : undefined
  },
}

/** The probabilities of the words themselves are asked for in a list. */
const includesLogprobs = ({ include }: JsonObject): true | undefined =>
  Array.isArray(include) && include.includes('message.output_text.logprobs') ? true : undefined
