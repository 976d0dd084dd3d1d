import { ProtocolError } from '../failure.ts'
import { isObject, type JsonObject } from './json.ts'

/** What a number may be. Those that a price or a limit goes by have closer bounds where they are read. */
type Bounds = { least: number; most: number; whole: boolean; mayBeFlag?: true }

const whole = (least: number, most: number): Bounds => ({ least, most, whole: true })
const between = (least: number, most: number): Bounds => ({ least, most, whole: false })

const largest = 2 ** 53

const bounds: ReadonlyMap<string, Bounds> = new Map(
  Object.entries({
    temperature: between(0, 100),
    top_p: between(0, 1),
    topP: between(0, 1),
    top_k: between(-1, largest),
    topK: between(-1, largest),
    seed: whole(-largest, largest),
    presence_penalty: between(-100, 100),
    presencePenalty: between(-100, 100),
    frequency_penalty: between(-100, 100),
    frequencyPenalty: between(-100, 100),
    top_logprobs: whole(0, 1000),
    logprobs: { ...whole(0, 1000), mayBeFlag: true },
    top_n: whole(0, largest),
    max_tool_calls: whole(0, largest),
    speed: between(0, 100),
    partial_images: whole(0, 100),
    output_compression: whole(0, 100),
    dimensions: whole(1, 65_536),
    outputDimensionality: whole(1, 65_536),
    output_dimensionality: whole(1, 65_536),
    thinkingBudget: whole(-1, largest),
    thinking_budget: whole(-1, largest),
    candidateCount: whole(1, 128),
    candidate_count: whole(1, 128),
  }),
)

/** Members of a request, and of what it calls its configuration. Throws a `ProtocolError` that names the member. */
export const checkNumbers = (body: JsonObject, parent = ''): void => {
  for (const name in body) {
    const value = body[name]
    const bound = bounds.get(name)
    if (bound !== undefined) checkNumber(bound, value, parent + name)
    else if (configurations.has(name)) checkBelow(value, parent + name)
  }
}

const checkBelow = (value: unknown, place: string): void => {
  if (isObject(value)) checkNumbers(value, `${place}.`)
  if (!Array.isArray(value)) return
  for (const [index, item] of value.entries()) if (isObject(item)) checkNumbers(item, `${place}[${index}].`)
}

const configurations: ReadonlySet<string> = new Set([
  'requests',
  'embedContentConfig',
  'embed_content_config',
  'generateContentRequest',
  'generate_content_request',
  'generationConfig',
  'generation_config',
  'thinkingConfig',
  'thinking_config',
])

const checkNumber = ({ least, most, whole, mayBeFlag }: Bounds, value: unknown, place: string): void => {
  if (value === undefined || value === null || (mayBeFlag && typeof value === 'boolean')) return
  const isRight = typeof value === 'number' && value >= least && value <= most && (!whole || Number.isInteger(value))
  if (!isRight) throw new ProtocolError(place, `must be a ${whole ? 'whole ' : ''}number between ${least} and ${most}`)
}
