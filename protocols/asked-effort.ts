import { type JsonObject, objectAt } from './json/json.ts'

/** How hard a request asks its model to think, as its client put it in any dialect: a word, or a number of tokens. */
export const askedEffort = (body: JsonObject): string | undefined => {
  const { reasoning_effort: word } = body
  const asked =
    word ??
    effortOf(objectAt(body, 'reasoning')) ??
    objectAt(body, 'output_config')?.effort ??
    objectAt(body, 'thinking')?.budget_tokens ??
    thinkingOf(objectAt(body, 'generationConfig') ?? objectAt(body, 'generation_config'))
  const text = typeof asked === 'number' ? String(asked) : asked
  return typeof text === 'string' && plainWord.test(text) ? text : undefined
}

/** It goes into the row of the call, whatever else a client writes there. */
const plainWord = /^[\w.-]{1,32}$/

const effortOf = (reasoning: JsonObject | undefined): unknown => reasoning?.effort ?? reasoning?.max_tokens

const thinkingOf = (config: JsonObject | undefined): unknown => {
  const thinking = objectAt(config, 'thinkingConfig') ?? objectAt(config, 'thinking_config')
  return thinking?.thinkingLevel ?? thinking?.thinking_level ?? thinking?.thinkingBudget ?? thinking?.thinking_budget
}
