import { isCutText, type LogOther, longestLoggedText } from '#contract/logs.ts'
import { textOfAnswer } from '#protocols/answer-texts.ts'
import { isObject, type JsonObject } from '#protocols/json/json.ts'
import { joinTexts, textsWithin } from '#protocols/texts.ts'
import type { Call } from './call.ts'
import type { Delivery } from './delivery.ts'

type Said = Pick<LogOther, 'system_prompt' | 'context' | 'input_content' | 'output_content'>

/**
 * What was said in a conversation, for operators who want it in the log: the newest turn apart from those before. A row is
 * for looking at; the conversation itself is the client's to keep.
 */
export const recordedConversation = (call: Call, { sample, received }: Delivery): Said => {
  if (call.protocol.common?.kind !== 'chat') return {}
  const body = call.body()
  const all = turnsOf(body)
  const turns = all.filter((turn) => !isOfSystem(turn))
  const system = [body.system, body.systemInstruction, body.system_instruction, body.instructions]
  const answer = sample?.text() ?? (received === undefined ? '' : textOfAnswer(received, longestLoggedText))
  return {
    ...said('system_prompt', [...system, ...all.filter(isOfSystem)]),
    ...said('context', turns.slice(0, -1)),
    ...said('input_content', turns.slice(-1)),
    ...said('output_content', [answer]),
  }
}

const turnsOf = ({ messages, contents, input }: JsonObject): readonly unknown[] => {
  const turns = messages ?? contents ?? input
  return Array.isArray(turns) ? turns : [turns]
}

const isOfSystem = (turn: unknown): boolean => isObject(turn) && (turn.role === 'system' || turn.role === 'developer')

const said = (name: keyof Said, values: readonly unknown[]): Said => {
  const text = joinTexts(textsWithin(values), longestLoggedText + 1)
  if (text === '') return {}
  return { [name]: isCutText(text) ? `${text.slice(0, longestLoggedText)}…` : text }
}
