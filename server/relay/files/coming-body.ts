import { ProtocolError } from '#protocols/failure.ts'
import { isForm } from '#protocols/form.ts'
import type { BodyRoom } from '../../lib/inbound/body-intake.ts'
import { streamBody } from '../../lib/inbound/body-stream.ts'
import type { ClientRequest } from '../../lib/inbound/plain-request.ts'

/** A body that comes while it is read, and its beginning, by which it is decided who gets it. */
export type ComingBody = { contentType: string; beginning: Buffer; pieces: AsyncGenerator<Buffer, void> }

export type BodyLimits = { maximumBytes: number; room: BodyRoom }

type Asked = { request: ClientRequest }

/** `member`: where the file stands in its form. */
export const withForm = async <Result>(
  asked: Asked,
  { member, ...limits }: BodyLimits & { member: string },
  work: (form: ComingBody) => Promise<Result>,
): Promise<Result> => {
  if (!isForm(asked.request.headers['content-type'] ?? '')) {
    throw new ProtocolError(member, 'must come in a form (multipart/form-data)')
  }
  return withBody(asked, limits, work)
}

export const withBody = async <Result>(
  { request }: Asked,
  { maximumBytes, room }: BodyLimits,
  work: (body: ComingBody) => Promise<Result>,
): Promise<Result> => {
  const contentType = request.headers['content-type'] ?? 'application/octet-stream'
  const body = streamBody(request, { maximumBytes, idleMs: longestPauseMs }, room)
  try {
    return await work({ contentType, ...(await begin(body)) })
  } finally {
    // Whoever did not read to its end leaves the rest.
    body.return().catch(() => {})
  }
}

const longestPauseMs = 60_000
const beginningBytes = 64 * 1024

/** The first pieces, and all of them. */
const begin = async (body: AsyncGenerator<Buffer, void>) => {
  const first: Buffer[] = []
  let length = 0
  while (length < beginningBytes) {
    const next = await body.next()
    if (next.done === true) break
    first.push(next.value)
    length += next.value.length
  }
  const pieces = async function* () {
    yield* first.splice(0)
    yield* body
  }
  return { beginning: Buffer.concat(first).subarray(0, beginningBytes), pieces: pieces() }
}
