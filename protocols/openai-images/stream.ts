import type { Usage } from '#pricing/usage.ts'
import { isObject, textAt } from '../json/json.ts'
import { tapEvents } from '../passed-stream.ts'
import type { RequestOutline, StreamTap } from '../protocol.ts'
import { countPictures, isPicture, type Pictures, reckonPictures } from './reckon.ts'
import { readPictureUsage } from './reply.ts'

/** Pictures one by one, each with others ahead of it that show how far it is. */
export const tapPictures = (outline: RequestOutline): StreamTap => {
  const came: Pictures = { whole: 0, sketches: 0, size: undefined, quality: undefined }
  let usage: Usage | undefined
  const tap = tapEvents(
    () => undefined,
    (event) => {
      const told = readPictureUsage(event)
      // Told with each picture it is that picture's own; told at the end it is that of all.
      if (told !== undefined) usage = usage === undefined || !isPicture(event) ? told : sumOf(usage, told)
      came.whole += countPictures(event)
      if (!isPicture(event) || !isObject(event)) return
      came.size = event.size ?? came.size
      came.quality = event.quality ?? came.quality
      if (textAt(event, 'type')?.includes('partial_image') === true) came.sketches += 1
      else came.whole += 1
    },
  )
  return {
    ...tap,
    usage: () => usage,
    // Whoever ends without a picture has broken off.
    finished: () => tap.finished() && came.whole > 0,
    reckoned: (extent) => reckonPictures(outline, came, extent),
  }
}

const sumOf = (one: Usage, other: Usage): Usage => ({
  ...one,
  input: one.input + other.input,
  cacheRead: one.cacheRead + other.cacheRead,
  imageInput: one.imageInput + other.imageInput,
  output: one.output + other.output,
  imageOutput: one.imageOutput + other.imageOutput,
})
