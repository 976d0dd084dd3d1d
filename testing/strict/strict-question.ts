import type { IncomingHttpHeaders, ServerResponse } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'

/** As loose as parsing leaves it. */
export type Body = ReturnType<typeof JSON.parse>

type StrictCall = { path: string; headers: IncomingHttpHeaders; body: Body; model: string }

export type StrictDialect = {
  name: string
  path: RegExp
  keyOf: (headers: IncomingHttpHeaders) => string | undefined
  modelOf: (path: string, body: Body) => string
  /** Reads a call as the vendor would, refuses what it would refuse, and answers the rest. */
  answer: (call: StrictCall, response: ServerResponse) => void | Promise<void>
  failure: (refusal: Refusal) => object
  limited: string
  tooLong: string
}

export class Refusal extends Error {
  readonly status: number
  readonly code: string | null

  constructor(message: string, status = 400, code: string | null = null) {
    super(message)
    this.status = status
    this.code = code
  }
}

export const refuseUnless = (holds: boolean, message: string): void => {
  if (!holds) throw new Refusal(message)
}

/** A conversation in no dialect: what an answer depends on. */
export type Question = {
  system: string
  /** The words of the last turn. */
  asked: string
  /** Of the last turn. */
  picture: { type: string; bytes: number } | undefined
  /** What tools said in the last turn, in order. */
  results: readonly string[]
  tools: readonly { name: string; schema: Body }[]
  choice: 'auto' | 'none' | 'any' | { name: string }
  /** What the answer must keep to. */
  schema: Body | undefined
  thinks: boolean
  limit: number | undefined
  stops: readonly string[]
}

export type Reply = {
  thought: string | undefined
  text: string
  calls: readonly { name: string; arguments: Record<string, unknown> }[]
  finish: 'stop' | 'stop_sequence' | 'length' | 'tools'
}

export const strictText = 'Water finds its way through the gate, slowly.'
export const strictThought = 'Let me think.'
export const strictObject = { city: 'Rome', degrees: 21 }
export const strictVector = [0.25, -0.5, 1]
/** What every answer says that it used. */
export const strictUsage = { input: 11, output: 9, reasoning: 4 }

/** Whoever asks for so few tokens gets an answer that was cut off. */
const fewTokens = 16
/** Agents tell whole books about themselves. */
const longestEcho = 200

export const replyTo = (question: Question): Reply => {
  const thought = question.thinks ? strictThought : undefined
  const calls = question.results.length > 0 ? [] : callsOf(question)
  if (calls.length > 0) return { thought, text: '', calls, finish: 'tools' }
  return { thought, calls, ...cutOff(textOf(question), question) }
}

const callsOf = ({ tools, choice, asked }: Question): Reply['calls'] => {
  if (choice === 'none') return []
  const usable = typeof choice === 'object' ? tools.filter(({ name }) => name === choice.name) : tools
  if (usable.some(({ name }) => name === 'weather')) {
    return ['Rome', 'Oslo'].map((city) => ({ name: 'weather', arguments: { city } }))
  }
  const command = /`(cat [\w.]+)`/.exec(asked)?.[1]
  const shell = usable.find(({ name }) => shells.test(name))
  if (command !== undefined && shell !== undefined)
    return [{ name: shell.name, arguments: runs(command, shell.schema) }]
  const [first] = usable.filter(({ schema }) => hasMembers(schema))
  return first === undefined ? [] : [{ name: first.name, arguments: strictObject }]
}

/** How agents call the tool that runs commands, and how it wants to be told them. */
const shells = /^(?:bash|shell|shell_command|exec_command|run_shell_command)$/i

const runs = (command: string, schema: Body): Record<string, unknown> => {
  const others = Object.fromEntries((schema.required ?? []).map((name: string) => [name, 'Prints words.']))
  if (schema.properties.cmd !== undefined) return { ...others, cmd: command }
  const isList = schema.properties.command?.type === 'array'
  return { ...others, command: isList ? ['bash', '-lc', command] : command }
}

const hasMembers = (schema: Body): boolean => Object.keys(strictObject).every((name) => schema?.properties?.[name])

const textOf = ({ results, schema, picture, system }: Question): string => {
  if (results.length > 0) return `The tools say: ${results.map(unwrapped).join(', ')}.`
  if (schema !== undefined) {
    refuseUnless(hasMembers(schema), 'the schema has lost its members')
    return JSON.stringify(strictObject)
  }
  if (picture !== undefined) return `A picture: ${picture.type}, ${picture.bytes} bytes.`
  return system === '' || system.length > longestEcho ? strictText : `Told: ${system}`
}

/** Where results are objects, everybody calls the words otherwise. */
const unwrapped = (result: string): string => {
  try {
    const value: unknown = JSON.parse(result)
    return typeof value === 'object' && value !== null ? String(Object.values(value).at(-1)) : result
  } catch {
    return result
  }
}

const cutOff = (text: string, { limit, stops }: Question): Pick<Reply, 'text' | 'finish'> => {
  const ends = stops.map((stop) => text.indexOf(stop)).filter((place) => place >= 0)
  if (ends.length > 0) return { text: text.slice(0, Math.min(...ends)), finish: 'stop_sequence' }
  if (limit !== undefined && limit <= fewTokens) return { text: text.slice(0, 'Water finds'.length), finish: 'length' }
  return { text, finish: 'stop' }
}

export const pieces = (text: string): string[] => text.match(/.{1,9}/gs) ?? []

/** Each event in a packet of its own, as vendors send them. */
export const stream = async (response: ServerResponse, frames: readonly string[]): Promise<void> => {
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  for (const frame of frames) {
    response.write(frame)
    await pause(1)
  }
  response.end()
}

/** An event whose type is its name as well. */
export const named = (event: Body): string => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`

/** A seal that only its maker can check: it must come back as it was given. */
export const sealOf = (text: string): string => Buffer.from(`sealed by the vendor: ${text}`).toString('base64')

/** Where every member must be named and none may be added, vendors refuse a schema that does not say so. */
export const refuseLooseSchema = (schema: Body, place: string): void => {
  if (schema?.properties !== undefined) {
    refuseUnless(schema.additionalProperties === false, `${place}: additionalProperties must be false`)
    const missing = Object.keys(schema.properties).filter((name) => !schema.required?.includes(name))
    refuseUnless(missing.length === 0, `${place}: required lacks ${missing.join(', ')}`)
    for (const [name, inner] of Object.entries(schema.properties)) refuseLooseSchema(inner, `${place}.${name}`)
  }
  if (schema?.items !== undefined) refuseLooseSchema(schema.items, `${place}[]`)
}

const dataAddress = /^data:(image\/[a-z]+);base64,([A-Za-z0-9+/]+={0,2})$/

export const pictureIn = (address: string): Question['picture'] => {
  const [, type = '', data = ''] = dataAddress.exec(address) ?? []
  refuseUnless(type !== '', `not a picture: ${address.slice(0, 40)}`)
  return { type, bytes: Buffer.from(data, 'base64').length }
}

export const joined = (texts: readonly (string | undefined)[]): string => texts.filter((text) => text).join('\n')
