import { parseBriefly } from '../json/brief-json.ts'
import { isObject, objectAt, textAt } from '../json/json.ts'
import type { MadeThing } from '../named-things.ts'

/** The sounds of a whole answer: a later request may name one in place of sending it again. */
export const madeIn = (bytes: Buffer): MadeThing[] => {
  const answer = parseBriefly(bytes)
  const choices = isObject(answer) && Array.isArray(answer.choices) ? answer.choices : []
  return choices.flatMap((choice) => soundOf(textAt(objectAt(objectAt(choice, 'message'), 'audio'), 'id')))
}

/** The same in a piece of a stream. Within a text a quote is escaped, so it can only stand in the piece's own structure. */
export const madeInPiece = (bytes: Buffer): MadeThing[] => soundOf(soundMark.exec(bytes.toString('latin1'))?.[1])

const soundMark = /"audio"\s*:\s*\{\s*"id"\s*:\s*"([\w-]+)"/

const soundOf = (id: string | undefined): MadeThing[] => (id === undefined ? [] : [{ kind: 'sound', id }])
