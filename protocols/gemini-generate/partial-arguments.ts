import { isObject, type JsonObject } from '../json/json.ts'
import { member, objectsIn, textIn } from './fields.ts'

/** Puts together the arguments of a call that comes value by value, each with its path. */
export type PartialArguments = {
  add: (call: JsonObject) => void
  text: () => string
}

type Container = { [key: string]: unknown } | unknown[]
type Step = string | number

/** A list in arguments that counts further than this is an upstream's mistake. */
const longestList = 100_000

export const createPartialArguments = (): PartialArguments => {
  const root: JsonObject = {}
  return {
    add: (call) => {
      for (const piece of objectsIn(call, 'partialArgs')) {
        const steps = stepsOf(textIn(piece, 'jsonPath') ?? '')
        if (steps !== undefined) put(root, steps, piece)
      }
    },
    text: () => JSON.stringify(root),
  }
}

const put = (root: JsonObject, steps: readonly Step[], piece: JsonObject): void => {
  let container: Container = root
  for (const [index, step] of steps.entries()) {
    const next = steps[index + 1]
    if (next === undefined) {
      write(container, step, nextValue(piece, read(container, step)))
      return
    }
    const found = read(container, step)
    if (isContainer(found)) {
      container = found
    } else {
      const made: Container = typeof next === 'number' ? [] : {}
      write(container, step, made)
      container = made
    }
  }
}

/** A text may come in pieces; all other values are whole. */
const nextValue = (piece: JsonObject, before: unknown): unknown => {
  const text = textIn(piece, 'stringValue')
  if (text !== undefined) return typeof before === 'string' ? before + text : text
  return member(piece, 'numberValue') ?? member(piece, 'boolValue') ?? null
}

const read = (container: Container, step: Step): unknown => {
  if (Array.isArray(container)) return typeof step === 'number' ? container[step] : undefined
  return Object.hasOwn(container, step) ? container[String(step)] : undefined
}

const write = (container: Container, step: Step, value: unknown): void => {
  if (!Array.isArray(container)) container[String(step)] = value
  else if (typeof step === 'number') container[step] = value
}

const isContainer = (value: unknown): value is Container => isObject(value) || Array.isArray(value)

/** `$.a.b[0]['c d']`: names and numbers; undefined for a path that cannot be followed. */
const stepsOf = (path: string): Step[] | undefined => {
  const steps: Step[] = []
  for (const [, plain, index, single, double] of path.matchAll(/\.([^.[\]]+)|\[(\d+)\]|\['([^']*)'\]|\["([^"]*)"\]/g)) {
    steps.push(index === undefined ? (plain ?? single ?? double ?? '') : Number(index))
  }
  const isSound = steps.every((step) => (typeof step === 'number' ? step < longestList : step !== '__proto__'))
  return steps.length > 0 && isSound ? steps : undefined
}
