import { placeOf, type Steering } from '../steering.ts'

const limit = placeOf('options.num_predict')

/** How a model samples stands among the options of its runner. */
export const steering: Steering = {
  places: {
    temperature: placeOf('options.temperature'),
    topP: placeOf('options.top_p'),
    topK: placeOf('options.top_k'),
    seed: placeOf('options.seed'),
    stop: placeOf('options.stop'),
    presencePenalty: placeOf('options.presence_penalty'),
    frequencyPenalty: placeOf('options.frequency_penalty'),
    repetitionPenalty: placeOf('options.repeat_penalty'),
    minP: placeOf('options.min_p'),
    logprobs: placeOf('top_logprobs', 'logprobs'),
    maximumOutput: limit,
    effort: placeOf('think'),
  },
  thinks: ({ think }) => {
    if (think === undefined || think === null) return undefined
    return think !== false && think !== 'none'
  },
}
