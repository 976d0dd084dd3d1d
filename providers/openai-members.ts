import { textAt } from '#protocols/json/json.ts'
import { isOff, type MemberRule, type MemberRules, onlyWords, passes, type ToolRule, usualTool } from './members.ts'

/** How many times the usual price those pay who are served first; the first that fits counts. */
const firstServed: readonly (readonly [models: RegExp, times: number])[] = [
  [/^gpt-4o-mini(?!.*(?:audio|realtime|search|transcribe|tts))/, 1.667],
  [/^gpt-4o(?!.*(?:audio|realtime|search|transcribe|tts))/, 1.7],
  [/^gpt-4\.1-nano/, 2],
  [/^gpt-4\.1/, 1.75],
  [/^o3(?!-pro)/, 1.75],
  [/^o4-mini/, 1.819],
  [/^gpt-5-mini/, 1.8],
  [/^gpt-5(?:\.\d+)?-(?:nano|pro)/, 0],
  [/^gpt-5\.5(?!\d)/, 2.5],
  [/^gpt-(?:5(?:\.[1-9])?|6(?:\.1)?)(?![.\d])/, 2],
  [/^gpt-(?:[6-9]|\d\d)/, 2.5],
]

/** Those that may wait, for half the price. */
const canWait = /^(?:o3(?!-pro)|o4-mini|gpt-(?:[5-9]|\d\d))/
const half = 0.5

/** The answer tells how it was served: who was to be first may have come in the usual line. */
const serviceTier: MemberRule = (value, model) => {
  const times = firstServed.find(([models]) => models.test(model))?.[1] ?? 0
  const told = { default: 1, flex: half, ...(times > 0 ? { priority: times, fast: times } : {}) }
  if ((value === 'priority' || value === 'fast') && times > 0) return { times, told }
  if (value === 'flex' && canWait.test(model)) return { times: half, told }
  return usualTiers(value, model)
}

// What the operator has bought beforehand costs nothing more.
const usualTiers = onlyWords('auto', 'default', 'standard', 'scale')

/** Searches are told in answers, or every answer of the model takes one. */
export const openaiMembers: MemberRules = { servicetier: serviceTier, websearchoptions: passes }

/** What draws pictures in an answer may be named: it has a price by the picture. */
export const openaiTool: ToolRule = (tool, told) => {
  const painter = textAt(tool, 'model')
  if (tool.type !== 'image_generation' || painter === undefined) return usualTool(tool, told)
  const { model: _, ...rest } = tool
  const ruling = usualTool(rest, told)
  return ruling === 'passes' && !isOff(painter) ? { models: [painter], mayAnswer: false } : ruling
}
