import type { Usage } from '#pricing/usage.ts'
import type { ChatEvent, ChatStreamWriter, CitationPart, FinishReason, ReplyContext, Signature } from '../chat.ts'
import type { JsonObject } from '../json/json.ts'
import { errorBody } from './error.ts'
import { withoutUndefined } from './fields.ts'
import { writeFinish } from './finish.ts'
import { writeGrounding } from './grounding.ts'
import { writeLogprobs } from './logprobs.ts'
import { writeRedacted, writeSignature } from './seal.ts'
import { writeUsage } from './usage.ts'
import { bareSeal, callPart, carrying, malformedCall, sealPart, soundPart, thoughtPart } from './write-parts.ts'

/**
 * Writes events as answers in pieces. Calls are told whole, once the answer ends or breaks off; why it ended, where its
 * words come from and what it used stand in the last piece. Whoever asked for one answer reads all pieces as one: answers
 * that were not asked for are left out.
 */
export const createWriter = (context: ReplyContext): ChatStreamWriter => {
  const frame = createFraming(context.framing)
  const choices = new Map<number, Choice>()
  let id = ''
  let usage: Usage | undefined
  let failed = false

  const choiceOf = (index: number): Choice => {
    const found = choices.get(index) ?? createChoice()
    choices.set(index, found)
    return found
  }

  const origin = () => {
    if (id === '') id = context.newId()
    return { modelVersion: context.model, responseId: id }
  }

  const pieceOf = (index: number, choice: Choice): string => {
    if (choice.parts.length === 0 && choice.logprobs.length === 0) return ''
    const candidate = withoutUndefined({
      content: { role: 'model', parts: choice.parts },
      index,
      logprobsResult: choice.logprobs.length === 0 ? undefined : writeLogprobs(choice.logprobs),
    })
    choice.parts = []
    choice.logprobs = []
    return frame.piece({ candidates: [candidate], ...origin() })
  }

  return {
    write: (events) => {
      let text = ''
      for (const event of events) {
        if (failed) break
        if (event.type === 'start') id = event.id
        else if (event.type === 'usage') usage = event.usage
        else if (event.type !== 'error' && event.choice < context.request.choices)
          take(choiceOf(event.choice), event, context)
      }
      for (const [index, choice] of choices) text += pieceOf(index, choice)
      return text
    },
    fail: (error) => {
      failed = true
      let text = ''
      for (const [index, choice] of choices) {
        endThought(choice)
        tellWholeCalls(choice)
        endSeal(choice)
        text += pieceOf(index, choice)
      }
      return text + frame.piece(errorBody(error))
    },
    end: () => {
      if (failed) return frame.end()
      let text = ''
      for (const [index, choice] of choices) {
        endThought(choice)
        endCalls(choice)
        endSeal(choice)
        text += pieceOf(index, choice)
      }
      const candidates = [...choices].map(([index, choice]) => lastCandidate(index, choice))
      const last = withoutUndefined({
        candidates,
        usageMetadata: usage === undefined ? undefined : writeUsage(usage),
        ...origin(),
      })
      return text + frame.piece(last) + frame.end()
    },
  }
}

type Choice = {
  parts: JsonObject[]
  /** The last words of the thought that is open: its seal stands on them, as some clients keep it nowhere else. */
  thought: string
  /** A seal that came without words: what follows carries it. */
  seal: string | undefined
  logprobs: JsonObject[]
  calls: Map<number, OpenCall>
  citations: CitationPart[]
  finish: FinishReason | undefined
  broken: boolean
}

type OpenCall = {
  id: string
  name: string
  arguments: string
  custom: boolean | undefined
  signature: Signature | undefined
}

const createChoice = (): Choice => ({
  parts: [],
  thought: '',
  seal: undefined,
  logprobs: [],
  calls: new Map(),
  citations: [],
  finish: undefined,
  broken: false,
})

type ChoiceEvent = Exclude<ChatEvent, { type: 'start' | 'usage' | 'error' }>

const take = (choice: Choice, event: ChoiceEvent, { request }: ReplyContext): void => {
  if (event.type !== 'reasoning' && event.type !== 'reasoning_signature') endThought(choice)
  switch (event.type) {
    case 'text':
      say(choice, event.text)
      if (event.logprobs !== undefined) choice.logprobs.push(...event.logprobs)
      return
    case 'refusal':
      say(choice, event.text)
      return
    case 'reasoning':
      think(choice, event.text)
      return
    case 'reasoning_signature':
      seal(choice, event.signature, event.id)
      return
    case 'redacted_reasoning': {
      const { data, by, id } = event
      const part = { type: 'redacted_reasoning' as const, data, by, ...(id === undefined ? {} : { id }) }
      endSeal(choice)
      choice.seal = writeRedacted(part)
      return
    }
    case 'image':
      add(choice, { inlineData: { mimeType: event.mediaType, data: event.base64 } })
      return
    case 'audio':
      if (event.base64 !== '') add(choice, soundPart(event.base64, request.audioOutput?.format))
      return
    case 'citation':
      choice.citations.push(event.citation)
      return
    case 'tool_call': {
      const { id, name, custom, signature } = event
      choice.calls.set(event.call, { id, name, arguments: '', custom, signature })
      return
    }
    case 'arguments': {
      const call = choice.calls.get(event.call)
      if (call !== undefined) call.arguments += event.text
      return
    }
    case 'finish':
      choice.finish = event.reason
  }
}

/** Words that come together are one part. */
const say = (choice: Choice, text: string): void => {
  if (text === '') return
  const last = choice.parts.at(-1)
  const isOpen = typeof last?.text === 'string' && last.thought === undefined && last.thoughtSignature === undefined
  if (isOpen && choice.seal === undefined) last.text += text
  else add(choice, { text })
}

const add = (choice: Choice, part: JsonObject): void => {
  choice.parts.push(...(choice.seal === undefined ? [part] : carrying(part, choice.seal)))
  choice.seal = undefined
}

const endSeal = (choice: Choice): void => {
  if (choice.seal !== undefined) choice.parts.push(bareSeal(choice.seal))
  choice.seal = undefined
}

const think = (choice: Choice, text: string): void => {
  if (text === '') return
  endThought(choice)
  endSeal(choice)
  choice.thought = text
}

const endThought = (choice: Choice): void => {
  if (choice.thought === '') return
  const last = choice.parts.at(-1)
  if (typeof last?.text === 'string' && last.thought === true && last.thoughtSignature === undefined) {
    last.text += choice.thought
  } else choice.parts.push(thoughtPart(choice.thought))
  choice.thought = ''
}

const seal = (choice: Choice, signature: Signature, id: string | undefined): void => {
  if (choice.thought !== '' && signature.by !== 'gemini') {
    choice.parts.push({ ...thoughtPart(choice.thought), thoughtSignature: writeSignature(signature, id) })
    choice.thought = ''
    return
  }
  endThought(choice)
  endSeal(choice)
  if (signature.by === 'gemini') choice.parts.push(sealPart(signature, id))
  else choice.seal = writeSignature(signature, id)
}

const endCalls = (choice: Choice): void => {
  for (const call of choice.calls.values()) {
    const part = callPart(call)
    if (part === undefined) choice.broken = true
    else add(choice, part)
  }
  choice.calls.clear()
}

/** Of an answer that broke off, where the arguments of the last call may be the beginning of some. */
const tellWholeCalls = (choice: Choice): void => {
  const calls = [...choice.calls.values()]
  const last = calls.at(-1)
  const isCut =
    choice.finish === undefined && last !== undefined && (last.custom === true || last.arguments.trim() === '')
  choice.calls = new Map((isCut ? calls.slice(0, -1) : calls).entries())
  endCalls(choice)
}

const lastCandidate = (index: number, choice: Choice): JsonObject =>
  withoutUndefined({
    content: { role: 'model', parts: [{ text: '' }] },
    finishReason: choice.finish === undefined ? undefined : writeFinish(choice.finish),
    ...(choice.broken && choice.finish !== 'length' ? malformedCall : {}),
    index,
    groundingMetadata: choice.citations.length === 0 ? undefined : writeGrounding(choice.citations, undefined),
  })

/** Events, or the items of one JSON array. */
const createFraming = (framing: ReplyContext['framing']) => {
  let begun = false
  return {
    piece: (answer: JsonObject): string => {
      const json = JSON.stringify(answer)
      if (framing === 'events') return `data: ${json}\r\n\r\n`
      const opening = begun ? ',\r\n' : '['
      begun = true
      return opening + json
    },
    end: (): string => {
      if (framing === 'events') return ''
      return begun ? ']' : '[]'
    },
  }
}
