import { ProtocolError } from '#protocols/failure.ts'
import { isObject, type JsonObject } from '#protocols/json/json.ts'
import { createMemberScanner, MembersTooLong } from '../../lib/array-members.ts'
import { parseJson } from '../../lib/json-limits.ts'
import { inLine, longestLine, readBatchValue } from '../../relay/batched-call.ts'

type BatchRequest = JsonObject & { params: JsonObject }

export type BatchRequests = ReturnType<typeof readRequests>

/** The calls that stand in a request, found while it comes. */
export const readRequests = (body: AsyncGenerator<Buffer, void>) => {
  const requests: BatchRequest[] = []
  let count = 0
  const scanner = createMemberScanner(
    (member) => {
      count += 1
      const value = readBatchValue(member, count)
      inLine(count, () => {
        if (!isObject(value) || !isObject(value.params)) throw new ProtocolError('params', 'must be an object')
        requests.push({ ...value, params: value.params })
      })
    },
    { member: longestLine, frame: longestFrame },
  )
  const pieces = async function* () {
    try {
      for await (const piece of body) {
        scanner.push(piece)
        yield piece
      }
    } catch (error) {
      if (error instanceof MembersTooLong) throw new ProtocolError(`line ${count + 1}`, 'is too long')
      throw error
    }
  }
  return {
    /** Those that came and were not taken yet. */
    requests,
    pieces: pieces(),
    /** Whether what is around them is what a batch has around them, and nothing else. */
    checkFrame: () => {
      const frame = parseJson(scanner.frame())
      const names = frame.ok && isObject(frame.value) ? Object.keys(frame.value) : []
      if (names.length !== 1 || !frame.ok || frame.members !== 1) {
        throw new ProtocolError('requests', 'must be the only member of the body')
      }
      const value = isObject(frame.value) ? frame.value.requests : undefined
      if (!Array.isArray(value) || value.length !== count)
        throw new ProtocolError('requests', 'must be a list of calls')
    },
  }
}

const longestFrame = 4 * 1024 * 1024
