import type { Usage } from '#pricing/usage.ts'
import type { ChatEvent, ChatStreamWriter, ReplyContext } from '../chat.ts'
import { writeDataUri } from '../data-uri.ts'
import type { JsonObject } from '../json/json.ts'
import { errorBody } from './error.ts'
import { writeCallSeals, writeCallSignature, writeReasoningDetail } from './reasoning-details.ts'
import { writeUsage } from './usage-object.ts'
import { type ReasoningForm, writeCitation, writeThought } from './write-message.ts'
import { reasoningForm } from './write-reply.ts'

type Choice = {
  /** The reasoning of the block that is open, told once more with its seal. */
  reasoning: string
  blocks: number
  /** Whether words were thought that no seal has closed yet. */
  isOpen: boolean
  images: number
  calls: Map<number, { custom: boolean; given: boolean }>
}

type ChoiceEvent = Exclude<ChatEvent, { type: 'start' | 'usage' | 'error' }>

/** Writes events as chunks. Usage is told in a chunk of its own before the closing mark, to clients that want it. */
export const createWriter = (context: ReplyContext): ChatStreamWriter => {
  const choices = new Map<number, Choice>()
  const form = reasoningForm(context)
  let head = ''
  let usage: Usage | undefined

  const start = (id: string, created: number | undefined): void => {
    const members = {
      id: id === '' ? `chatcmpl-${context.newId()}` : id,
      object: 'chat.completion.chunk',
      created: created ?? context.now(),
      model: context.model,
    }
    head = `data: ${JSON.stringify(members).slice(0, -1)}`
  }

  const chunk = (index: number, delta: JsonObject, finish: string | null = null, logprobs: unknown = null): string => {
    const choice = { index, delta, logprobs, finish_reason: finish }
    return `${head},"choices":[${JSON.stringify(choice)}]}\n\n`
  }

  const begin = (index: number): [choice: Choice, text: string] => {
    const known = choices.get(index)
    if (known !== undefined) return [known, '']
    if (head === '') start('', undefined)
    const made: Choice = { reasoning: '', blocks: 0, isOpen: false, images: 0, calls: new Map() }
    choices.set(index, made)
    return [made, chunk(index, { role: 'assistant', content: '', refusal: null })]
  }

  const writeChoice = (event: ChoiceEvent): string => {
    const [choice, opening] = begin(event.choice)
    if (event.type === 'finish') return opening + closeCalls(choice, event.choice) + finished(event)
    const delta = deltaOf(event, choice, form)
    if (delta === undefined) return opening
    const logprobs =
      event.type === 'text' && event.logprobs !== undefined ? { content: event.logprobs, refusal: null } : null
    return opening + chunk(event.choice, delta, null, logprobs)
  }

  const finished = ({ choice, reason }: { choice: number; reason: string }): string => chunk(choice, {}, reason)

  /** Arguments are JSON for whoever reads them, also where the model gave none. */
  const closeCalls = (choice: Choice, index: number): string => {
    let text = ''
    for (const [call, { custom, given }] of choice.calls) {
      if (!custom && !given) text += chunk(index, { tool_calls: [{ index: call, function: { arguments: '{}' } }] })
    }
    return text
  }

  const writeEvent = (event: ChatEvent): string => {
    switch (event.type) {
      case 'start':
        start(event.id, event.created)
        return begin(0)[1]
      case 'usage':
        usage = event.usage
        return ''
      case 'error':
        return ''
      default:
        return writeChoice(event)
    }
  }

  return {
    write: (events) => {
      let text = ''
      for (const event of events) text += writeEvent(event)
      return text
    },
    fail: (error) => `data: ${JSON.stringify(errorBody(error))}\n\n`,
    end: () => {
      if (head === '') start('', undefined)
      const told =
        usage !== undefined && context.wantsUsage
          ? `${head},"choices":[],"usage":${JSON.stringify(writeUsage(usage))}}\n\n`
          : ''
      return `${told}data: [DONE]\n\n`
    },
  }
}

const deltaOf = (
  event: Exclude<ChoiceEvent, { type: 'finish' }>,
  choice: Choice,
  form: ReasoningForm,
): JsonObject | undefined => {
  switch (event.type) {
    case 'text':
      return { content: event.text }
    case 'refusal':
      return { refusal: event.text }
    case 'reasoning':
      if (form !== 'details') {
        choice.reasoning += event.text
        return form === 'hidden' ? undefined : writeThought(event.text, form)
      }
      // A piece has no format: the seal that may come gives its own to all of them.
      choice.isOpen = true
      return {
        ...writeThought(event.text, form),
        reasoning_details: [{ type: 'reasoning.text', text: event.text, index: choice.blocks }],
      }
    case 'reasoning_signature': {
      const { signature, id } = event
      const block = {
        type: 'reasoning' as const,
        text: choice.reasoning,
        signature,
        ...(id === undefined ? {} : { id }),
      }
      choice.reasoning = ''
      return form === 'hidden' ? undefined : { reasoning_details: [writeReasoningDetail(block, nextBlock(choice))] }
    }
    case 'redacted_reasoning': {
      const { data, by, id } = event
      const block = { type: 'redacted_reasoning' as const, data, by, ...(id === undefined ? {} : { id }) }
      return form === 'hidden' ? undefined : { reasoning_details: [writeReasoningDetail(block, nextBlock(choice))] }
    }
    case 'image': {
      const index = choice.images
      choice.images += 1
      return { images: [{ index, type: 'image_url', image_url: { url: writeDataUri(event) } }] }
    }
    case 'audio':
      return { audio: audioDelta(event) }
    case 'citation':
      return { annotations: [writeCitation(event.citation)] }
    case 'tool_call':
      choice.calls.set(event.call, { custom: event.custom === true, given: false })
      return { tool_calls: [callDelta(event)], ...(form === 'hidden' ? {} : callSeal(event, choice)) }
    case 'arguments': {
      const call = choice.calls.get(event.call)
      if (event.text === '') return undefined
      if (call !== undefined) call.given = true
      const piece = call?.custom === true ? { custom: { input: event.text } } : { function: { arguments: event.text } }
      return { tool_calls: [{ index: event.call, ...piece }] }
    }
  }
}

const callSeal = (event: Extract<ChatEvent, { type: 'tool_call' }>, choice: Choice): JsonObject => {
  // What was thought without a seal is a block of its own.
  if (choice.isOpen) nextBlock(choice)
  const seals = writeCallSeals([event], choice.blocks)
  choice.blocks += seals.length
  return seals.length === 0 ? {} : { reasoning_details: seals }
}

const nextBlock = (choice: Choice): number => {
  choice.isOpen = false
  choice.blocks += 1
  return choice.blocks - 1
}

const callDelta = ({ call, id, name, custom, signature }: Extract<ChatEvent, { type: 'tool_call' }>): JsonObject =>
  custom === true
    ? { index: call, id, type: 'custom', custom: { name, input: '' } }
    : { index: call, id, type: 'function', function: { name, arguments: '' }, ...writeCallSignature(signature) }

const audioDelta = ({ id, base64, transcript }: Extract<ChatEvent, { type: 'audio' }>): JsonObject => ({
  ...(id === '' ? {} : { id }),
  ...(base64 === '' ? {} : { data: base64 }),
  ...(transcript === '' ? {} : { transcript }),
})
