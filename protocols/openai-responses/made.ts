import { parseBriefly } from '../json/brief-json.ts'
import { isObject, type JsonObject, objectAt, textAt } from '../json/json.ts'
import type { MadeThing } from '../named-things.ts'

/** What a whole answer consists of, and what its tools left behind: each can be named in a later request. */
export const madeIn = (bytes: Buffer): MadeThing[] => {
  const answer = parseBriefly(bytes)
  return isObject(answer) ? madeInAnswer(answer) : []
}

export const madeInAnswer = ({ output }: JsonObject): MadeThing[] => {
  const made: MadeThing[] = []
  for (const item of Array.isArray(output) ? output.filter(isObject) : []) {
    const id = textAt(item, 'id')
    if (id !== undefined) made.push({ kind: 'item', id })
    takeContainer(textAt(item, 'container_id') ?? textAt(objectAt(item, 'environment'), 'container_id'), made)
    const content = Array.isArray(item.content) ? item.content.filter(isObject) : []
    for (const { annotations } of content) {
      for (const note of Array.isArray(annotations) ? annotations : []) takeFile(note, made)
    }
  }
  return made
}

const takeContainer = (id: string | undefined, made: MadeThing[]): void => {
  if (id !== undefined) made.push({ kind: 'container', id })
}

/** Other notes tell of files that were searched in, which are not of this answer's making. */
const takeFile = (note: unknown, made: MadeThing[]): void => {
  if (textAt(note, 'type') !== 'container_file_citation') return
  takeContainer(textAt(note, 'container_id'), made)
  const id = textAt(note, 'file_id')
  if (id !== undefined) made.push({ kind: 'file', id })
}
