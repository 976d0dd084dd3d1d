import { isObject, type JsonObject, objectAt } from '../json/json.ts'
import { pathsOf, placeOf, type Steering, saidIn } from '../steering.ts'
import { cacheMarks } from './cache-marks.ts'

const sampled = placeOf('temperature')

/** Also of vendors who speak it with a few words of their own. */
export const steering: Steering = {
  places: {
    temperature: { ...sampled, read: (body) => (body.do_sample === false ? 0 : saidIn(body, sampled)) },
    topP: placeOf('top_p'),
    topK: placeOf('top_k'),
    seed: placeOf('seed', 'random_seed'),
    stop: placeOf('stop'),
    presencePenalty: placeOf('presence_penalty'),
    frequencyPenalty: placeOf('frequency_penalty'),
    // Of servers of open models; it passes to them as it is.
    repetitionPenalty: placeOf('repetition_penalty'),
    minP: placeOf('min_p'),
    logitBias: placeOf('logit_bias'),
    logprobs: { ...placeOf('logprobs', 'top_logprobs'), whole: pathsOf('logprobs', 'top_logprobs') },
    maximumOutput: placeOf('max_completion_tokens', 'max_tokens'),
    parallelTools: placeOf('parallel_tool_calls'),
    effort: {
      ...placeOf('reasoning_effort', 'reasoning.effort'),
      whole: pathsOf('reasoning_effort', 'reasoning'),
    },
    verbosity: placeOf('verbosity'),
    choices: placeOf('n'),
    webSearch: {
      ...placeOf('web_search_options'),
      read: (body) => (isObject(body.web_search_options) ? true : undefined),
    },
    cacheKey: placeOf('prompt_cache_key'),
    cacheRetention: placeOf('prompt_cache_retention'),
    cacheMarks,
  },
  thinks: (body) => {
    const { reasoning_effort: effort, enable_thinking: isEnabled } = body
    const word = effort ?? objectAt(body, 'reasoning')?.effort
    if (typeof word === 'string') return word !== 'none'
    const told = objectAt(body, 'thinking')?.type ?? objectAt(body, 'reasoning')?.enabled ?? isEnabled
    if (typeof told === 'boolean') return told
    return typeof told === 'string' ? told !== 'disabled' : thinksByBudget(body)
  },
}

const thinksByBudget = (body: JsonObject): boolean | undefined =>
  typeof objectAt(body, 'reasoning')?.max_tokens === 'number' ? true : undefined
