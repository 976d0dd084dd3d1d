import * as z from 'zod/mini'
import type { ChatParameter } from '#contract/models.ts'
import {
  type Attachment,
  type Conversation,
  defaultParameters,
  type Parameters,
  type Question,
  type Side,
  type Turn,
  turnsBefore,
} from './conversation.ts'

type Message = Record<string, unknown> & { role: string }

/**
 * What is asked of a side in a turn, as it goes over the wire; without the group, which only the console sends, and
 * without what its model refuses.
 */
export const requestBody = (
  whole: Conversation,
  turn: Turn,
  side: Side,
  refused: RefusedParameters,
): Record<string, unknown> => {
  const tools = toolsOf(whole.tools) ?? []
  return {
    model: side.model,
    messages: messagesFor(whole, turn, side.id),
    stream: true,
    stream_options: { include_usage: true },
    ...parameterMembers(takenParameters(side.parameters, refused)),
    ...(tools.length > 0 ? { tools } : {}),
  }
}

/** Only what was chosen is sent: everything else is left to the model. */
const parameterMembers = (chosen: Parameters): Record<string, unknown> => {
  const stop = chosen.stop.split('\n').filter((line) => line !== '')
  const members = {
    temperature: chosen.temperature,
    max_tokens: chosen.maxTokens === 0 ? null : chosen.maxTokens,
    top_p: chosen.topP,
    frequency_penalty: chosen.frequencyPenalty,
    presence_penalty: chosen.presencePenalty,
    seed: chosen.seed,
    reasoning_effort: chosen.effort,
    stop: stop.length === 0 ? null : stop,
  }
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== null))
}

/** What a model does not take. */
export type RefusedParameters = ReadonlySet<keyof Parameters>

/** Those that a model takes; the others as if nobody had chosen them. */
export const takenParameters = (chosen: Parameters, refused: RefusedParameters): Parameters => {
  const left = Object.entries(defaultParameters).filter(([name]) => [...refused].some((each) => each === name))
  return { ...chosen, ...Object.fromEntries(left) }
}

/** The members of a request by the parameter they come from, so that a refusal can be traced to it. */
export const parameterNames = {
  temperature: 'temperature',
  max_tokens: 'maxTokens',
  top_p: 'topP',
  frequency_penalty: 'frequencyPenalty',
  presence_penalty: 'presencePenalty',
  seed: 'seed',
  reasoning_effort: 'effort',
  stop: 'stop',
} as const satisfies Record<ChatParameter, keyof Parameters>

const messagesFor = (whole: Conversation, turn: Turn, sideId: string): Message[] => {
  const before = turnsBefore(whole, turn).filter(({ answers }) => answers[sideId] !== undefined)
  const path = [...before, turn]
  return [
    ...(whole.system.trim() === '' ? [] : [{ role: 'system', content: whole.system }]),
    ...path.flatMap((each, place) => [
      ...questionMessages(each.question),
      ...(each === turn ? [] : answerMessages(each, sideId, path[place + 1]?.question)),
    ]),
  ]
}

const questionMessages = (question: Question): Message[] => {
  if (question.kind === 'results') {
    return question.results.map(({ callId, content }) => ({ role: 'tool', tool_call_id: callId, content }))
  }
  const { text, files } = question
  if (files.length === 0) return [{ role: 'user', content: text }]
  return [{ role: 'user', content: [...files.map(filePart), ...(text === '' ? [] : [{ type: 'text', text }])] }]
}

const filePart = ({ kind, name, content }: Attachment): Record<string, unknown> => {
  switch (kind) {
    case 'image':
      return { type: 'image_url', image_url: { url: content } }
    case 'document':
      return { type: 'file', file: { filename: name, file_data: content } }
    case 'text':
      return { type: 'text', text: `${name}:\n${content}` }
  }
}

/** A call of a tool may only stand before its result, and an answer without words is none. */
const answerMessages = ({ answers }: Turn, sideId: string, next: Question | undefined): Message[] => {
  const answer = answers[sideId]
  if (answer === undefined) return []
  const given = next?.kind === 'results' && next.side === sideId ? next.results.map(({ callId }) => callId) : []
  const calls = answer.toolCalls.filter(({ id }) => given.includes(id))
  if (answer.text === '' && calls.length === 0) return []
  return [
    {
      role: 'assistant',
      content: answer.text,
      ...(calls.length === 0
        ? {}
        : {
            tool_calls: calls.map(({ id, name, arguments: text }) => ({
              id,
              type: 'function',
              function: { name, arguments: text },
            })),
          }),
    },
  ]
}

const toolList = z.array(z.object({ type: z.literal('function'), function: z.object({ name: z.string() }) }))

/** The tools in a text, with all that is told of them; undefined where it is no list of functions with names. */
export const toolsOf = (text: string): readonly unknown[] | undefined => {
  if (text.trim() === '') return []
  try {
    const value: unknown = JSON.parse(text)
    const parsed = toolList.safeParse(value)
    const isNamed = parsed.success && parsed.data.every((each) => each.function.name !== '')
    return isNamed && Array.isArray(value) ? value : undefined
  } catch {
    return undefined
  }
}
