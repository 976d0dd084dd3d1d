import type { ToolCallPart } from '../chat.ts'
import { isObject, type JsonObject, objectAt, textAt } from '../json/json.ts'
import { readCallSignature } from './reasoning-details.ts'

/** A call as an upstream tells it, whole or in part: what is not told yet is empty. */
export type WireCall = Pick<ToolCallPart, 'signature'> & {
  index: number | undefined
  id: string
  name: string
  arguments: string
  custom: boolean
}

/** Some upstreams fill in both kinds of call and leave the one that is not meant empty. */
const readWireCall = (call: JsonObject): WireCall => {
  const custom = objectAt(call, 'custom')
  const made = objectAt(call, 'function')
  const isCustom = custom !== undefined && (call.type === 'custom' || made === undefined)
  const signature = readCallSignature(call)
  return {
    index: typeof call.index === 'number' ? call.index : undefined,
    id: textAt(call, 'id') ?? '',
    name: textAt(isCustom ? custom : made, 'name') ?? '',
    arguments: argumentsOf(isCustom ? custom?.input : made?.arguments),
    custom: isCustom,
    ...(signature === undefined ? {} : { signature }),
  }
}

/** All calls of a message, the one of the older kind among them. */
export const readWireCalls = (message: JsonObject): WireCall[] => {
  const calls = Array.isArray(message.tool_calls) ? message.tool_calls.filter(isObject).map(readWireCall) : []
  const legacy = objectAt(message, 'function_call')
  if (legacy === undefined) return calls
  const name = textAt(legacy, 'name') ?? ''
  const given = argumentsOf(legacy.arguments)
  if (name === '' && given === '') return calls
  return [...calls, { index: undefined, id: '', name, arguments: given, custom: false }]
}

/** An id for a call that came without one: unlike that of any other answer, and of characters every dialect takes. */
export const madeCallId = (answerId: string, choice: number, call: number): string =>
  `call_${answerId.replace(/[^\w-]/g, '').slice(-40)}_${choice}_${call}`

const argumentsOf = (value: unknown): string => {
  if (typeof value === 'string') return value
  return isObject(value) ? JSON.stringify(value) : ''
}
