import { ProtocolError } from '#protocols/failure.ts'
import { boundaryOf } from '#protocols/form.ts'

export type FormFileReader = {
  /** The bytes of the file as they come; what stands beside it in the form is known at their end. */
  file: AsyncGenerator<Buffer, void>
  fields: Map<string, string>
  fileName: () => string
}

const longestHead = 8 * 1024
const longestField = 64 * 1024
const lineEnd = '\r\n'

/** Reads a form with one file piece by piece, and holds nothing of the file. Throws a `ProtocolError` where it is none. */
export const readFormFile = (contentType: string, member: string, pieces: AsyncIterable<Buffer>): FormFileReader => {
  const mark = Buffer.from(`${lineEnd}--${boundaryOf(contentType)}`)
  const fields = new Map<string, string>()
  let fileName = ''

  const file = async function* () {
    let rest: Buffer = Buffer.from(lineEnd)
    let part: Part | undefined
    let place: 'content' | 'head' | 'over' = 'content'
    let files = 0
    for await (const piece of pieces) {
      if (place === 'over') continue
      if (place === 'content' && part?.fileName !== undefined && !isCut(mark, rest, piece)) {
        // Nothing of it is copied: a large file would be copied whole.
        if (rest.length > 0) yield rest
        rest = piece
      } else rest = Buffer.concat([rest, piece])
      for (;;) {
        if (place === 'head') {
          if (rest.length < 2) break
          if (rest.toString('latin1', 0, 2) === '--') {
            place = 'over'
            break
          }
          const end = rest.indexOf(lineEnd + lineEnd)
          if (end < 0 && rest.length > longestHead)
            throw new ProtocolError(member, 'must come in a form (multipart/form-data)')
          if (end < 0) break
          part = readHead(rest.toString('utf8', 0, end))
          files += part.fileName === undefined ? 0 : 1
          if (files > 1) throw new ProtocolError(member, 'is there twice')
          fileName = part.fileName ?? fileName
          rest = rest.subarray(end + 2 * lineEnd.length)
          place = 'content'
        }
        const found = rest.indexOf(mark)
        const length = found < 0 ? Math.max(0, rest.length - mark.length + 1) : found
        const content = rest.subarray(0, length)
        if (part?.fileName !== undefined && length > 0) yield content
        else if (part !== undefined) addTo(fields, part.name, content)
        rest = rest.subarray(found < 0 ? length : length + mark.length)
        if (found < 0) break
        place = 'head'
      }
    }
    if (place !== 'over') throw new ProtocolError(member, 'ends in the middle of a part')
    if (files === 0) throw new ProtocolError(member, 'is missing')
  }
  return { file: file(), fields, fileName: () => fileName }
}

/** Whether a mark begins in what came before and ends in what comes, or may end behind it. */
const isCut = (mark: Buffer, before: Buffer, coming: Buffer): boolean =>
  coming.length < mark.length || Buffer.concat([before, coming.subarray(0, mark.length - 1)]).includes(mark)

type Part = { name: string; fileName: string | undefined }

const readHead = (head: string): Part => {
  const name = /[;\s]name="([^"]*)"/i.exec(head)?.[1]
  if (name === undefined) throw new ProtocolError('content-disposition', 'must come in a form (multipart/form-data)')
  return { name, fileName: /[;\s]filename="([^"]*)"/i.exec(head)?.[1] }
}

const addTo = (fields: Map<string, string>, name: string, content: Buffer): void => {
  const text = (fields.get(name) ?? '') + content.toString('utf8')
  if (text.length > longestField || fields.size > 100) throw new ProtocolError(name, 'is too long')
  fields.set(name, text)
}
