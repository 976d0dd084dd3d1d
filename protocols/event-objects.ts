import { isObject, type JsonObject, parseLenient } from './json/json.ts'
import { EventSplitter, eachEvent, eventData } from './sse.ts'

type ReadPieces<Told> = {
  push: (chunk: Buffer) => Told[]
  end: () => Told[]
}

/** Reads a stream each of whose events carries a JSON object. What carries none is passed over. */
export const readEventObjects = <Told>(read: (object: JsonObject) => readonly Told[]): ReadPieces<Told> => {
  const splitter = new EventSplitter()
  const readAll = (bytes: Buffer | undefined): Told[] => {
    const told: Told[] = []
    if (bytes === undefined) return told
    for (const event of eachEvent(bytes)) {
      const object = parseLenient(eventData(event) ?? '')
      if (isObject(object)) told.push(...read(object))
    }
    return told
  }
  return {
    push: (chunk) => readAll(splitter.push(chunk)),
    end: () => readAll(splitter.end()),
  }
}
