import { isObject, objectAt } from '../json/json.ts'
import { amongTools, type Place, placeOf, type Steering } from '../steering.ts'

const snakeCase = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** Members of the configuration; each name has two spellings. */
const inConfig = (...names: readonly string[]): Place =>
  placeOf(
    ...names.flatMap((name) =>
      ['generationConfig', 'generation_config'].flatMap((config) => [
        `${config}.${name}`,
        ...(snakeCase(name) === name ? [] : [`${config}.${snakeCase(name)}`]),
      ]),
    ),
  )

const logprobs = inConfig('logprobs', 'responseLogprobs')

export const steering: Steering = {
  places: {
    temperature: inConfig('temperature'),
    topP: inConfig('topP'),
    topK: inConfig('topK'),
    seed: inConfig('seed'),
    stop: inConfig('stopSequences'),
    presencePenalty: inConfig('presencePenalty'),
    frequencyPenalty: inConfig('frequencyPenalty'),
    logprobs: { ...logprobs, whole: logprobs.paths },
    maximumOutput: inConfig('maxOutputTokens'),
    choices: inConfig('candidateCount'),
    webSearch: amongTools((tool) => isObject(tool.googleSearch) || isObject(tool.google_search)),
    effort: inConfig(
      'thinkingConfig.thinkingLevel',
      'thinking_config.thinking_level',
      'thinkingConfig.thinkingBudget',
      'thinking_config.thinking_budget',
    ),
  },
  thinks: (body) => {
    const config = objectAt(body, 'generationConfig') ?? objectAt(body, 'generation_config')
    const wish = objectAt(config, 'thinkingConfig') ?? objectAt(config, 'thinking_config')
    if (wish === undefined) return undefined
    return (wish.thinkingBudget ?? wish.thinking_budget) !== 0
  },
}
