import { parseBriefly } from '../json/brief-json.ts'
import { isObject, type JsonObject, objectAt, parseLenient, textAt } from '../json/json.ts'
import type { MadeThing } from '../named-things.ts'
import { eachEvent, eventData } from '../sse.ts'

/** The container that code ran in, and the files it wrote: a later request may name them. */
export const madeIn = (bytes: Buffer): MadeThing[] => {
  const answer = parseBriefly(bytes)
  if (!isObject(answer)) return []
  const blocks = Array.isArray(answer.content) ? answer.content : []
  return [...containerOf(answer), ...blocks.flatMap(filesOf)]
}

/** The same in whole events of a stream. */
export const madeInEvents = (events: Buffer): MadeThing[] => {
  if (!events.includes(containerMark) && !events.includes(fileMark)) return []
  const made: MadeThing[] = []
  for (const event of eachEvent(events)) {
    const data = parseLenient(eventData(event) ?? '')
    for (const place of [objectAt(data, 'message'), objectAt(data, 'delta')]) made.push(...containerOf(place ?? {}))
    made.push(...filesOf(objectAt(data, 'content_block')))
  }
  return made
}

const containerMark = Buffer.from('"container"')
const fileMark = Buffer.from('"file_id"')

const containerOf = ({ container }: JsonObject): MadeThing[] => {
  const id = textAt(container, 'id')
  return id === undefined ? [] : [{ kind: 'container', id }]
}

/** What code wrote: the results of its tools list the files. */
const filesOf = (block: unknown): MadeThing[] => {
  if (textAt(block, 'type')?.endsWith('code_execution_tool_result') !== true) return []
  const outputs = objectAt(block, 'content')?.content
  return (Array.isArray(outputs) ? outputs : []).flatMap((output): MadeThing[] => {
    const id = textAt(output, 'file_id')
    return id === undefined ? [] : [{ kind: 'file', id }]
  })
}
