import { performance } from 'node:perf_hooks'
import { setImmediate } from 'node:timers/promises'
import * as z from 'zod/mini'
import type { Endpoint } from '#contract/endpoint.ts'

const written = Symbol('written')
/** The data of an answer as JSON, from where it was written already: a chart has thousands of points. */
export type WrittenAnswer = { readonly [written]: string; readonly beside?: object }
export const writtenAnswer = (json: string, beside?: object): WrittenAnswer => ({
  [written]: json,
  ...(beside && { beside }),
})

type Writer = (value: unknown) => Promise<string | undefined>

/**
 * Makes what writes the answers of an endpoint: only what the contract names leaves the server. Lists are written entry
 * by entry, and calls of the relay are let in between: thousands of entries at once would keep them all waiting.
 */
export const createAnswerText = ({ data, beside }: Endpoint): ((answer: unknown) => Promise<string>) => {
  if (beside !== undefined) {
    const both = z.object({ data, beside })
    return async (answer) => {
      if (isWritten(answer)) {
        return `{"success":true,"message":"","data":${answer[written]},${JSON.stringify(z.parse(beside, answer.beside)).slice(1)}`
      }
      const parsed = z.parse(both, answer)
      return JSON.stringify(Object.assign({ success: true, message: '', data: parsed.data }, parsed.beside))
    }
  }
  const write = writerOf(data)
  return async (answer) => {
    const text = isWritten(answer) ? answer[written] : await write(answer)
    return `{"success":true,"message":""${text === undefined ? '' : `,"data":${text}`}}`
  }
}

const isWritten = (answer: unknown): answer is WrittenAnswer =>
  typeof answer === 'object' && answer !== null && written in answer

const writerOf = (schema: z.ZodMiniType): Writer => {
  if (schema instanceof z.ZodMiniArray) return listWriter(schema)
  if (schema instanceof z.ZodMiniObject) {
    const { items, ...others } = schema.def.shape
    if (items instanceof z.ZodMiniArray) return pageWriter(items, others)
  }
  return async (value) => JSON.stringify(z.parse(schema, value))
}

/** Milliseconds. */
const longestPiece = 0.5

const listWriter = (schema: z.ZodMiniArray): Writer => {
  const { element } = schema.def
  return async (value) => {
    if (!Array.isArray(value)) return JSON.stringify(z.parse(schema, value))
    let text = ''
    // Reading the entries was a piece of its own.
    await setImmediate()
    let begun = performance.now()
    for (const entry of value) {
      text += `${text === '' ? '' : ','}${JSON.stringify(z.parse(element, entry))}`
      if (performance.now() - begun < longestPiece) continue
      await setImmediate()
      begun = performance.now()
    }
    return `[${text}]`
  }
}

/** A page is an object with a list of items. */
const pageWriter = (items: z.ZodMiniArray, others: z.core.$ZodShape): Writer => {
  const writeItems = listWriter(items)
  const page = z.object({ ...others, items: z.array(z.unknown()) })
  return async (value) => {
    const { items: entries, ...rest } = z.parse(page, value)
    const text = JSON.stringify(rest)
    return `{"items":${await writeItems(entries)}${text === '{}' ? '' : ','}${text.slice(1)}`
  }
}
