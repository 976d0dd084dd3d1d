import type { ClientError, UpstreamProblem } from '../failure.ts'
import { generateErrors } from '../gemini-generate/error.ts'
import type { SessionClose } from '../realtime.ts'

/** No close has room for more. */
const longestReason = 123

const codes = { invalid: 1007, refused: 1008, failed: 1011 } as const

/** The codes of the canonical errors, as their maker closes sessions with them; what is not named failed. */
const codeOfType: Readonly<Record<string, number>> = {
  INVALID_ARGUMENT: codes.invalid,
  UNAUTHENTICATED: codes.refused,
  PERMISSION_DENIED: codes.refused,
  NOT_FOUND: codes.refused,
  ABORTED: codes.refused,
  UNIMPLEMENTED: codes.refused,
}

export const closeFor = ({ kind, message }: ClientError): SessionClose => ({
  code: codeOfType[generateErrors.words[kind].type] ?? codes.failed,
  reason: cut(message),
})

/** As many whole letters as there is room for. */
const cut = (text: string): string => {
  if (Buffer.byteLength(text) <= longestReason) return text
  let length = 0
  let kept = ''
  for (const letter of text) {
    length += Buffer.byteLength(letter)
    if (length > longestReason - ellipsis.bytes) return kept + ellipsis.text
    kept += letter
  }
  return kept
}

const ellipsis = { text: '…', bytes: 3 }

type Told = { status: number; type: string }

/**
 * What a close tells of its error: the words of a few sentences say more than its code. A session that is over, or whose
 * time is, was closed without one.
 */
export const problemOfClose = (
  code: number,
  reason: string,
): { status: number; problem: UpstreamProblem } | undefined => {
  const usual = plain.get(code)
  if (usual === undefined) return undefined
  const { status, type } = sentences.find(({ says }) => says.test(reason))?.told ?? usual
  const message = reason === '' ? 'the session was closed without a reason' : reason
  return { status, problem: { message, type, code: undefined, parameter: undefined } }
}

const plain: ReadonlyMap<number, Told> = new Map([
  [codes.invalid, { status: 400, type: 'INVALID_ARGUMENT' }],
  [codes.refused, { status: 400, type: 'FAILED_PRECONDITION' }],
  [codes.failed, { status: 500, type: 'INTERNAL' }],
])

const sentences: readonly { says: RegExp; told: Told }[] = [
  {
    says: /api key|unregistered callers|authentication credentials|authentication token|permission|suspended/i,
    told: { status: 401, type: 'UNAUTHENTICATED' },
  },
  { says: /\bis not found\b|was not found|not supported for bidi/i, told: { status: 404, type: 'NOT_FOUND' } },
  { says: /quota|resource.?exhausted|rate limit/i, told: { status: 429, type: 'RESOURCE_EXHAUSTED' } },
  { says: /unavailable|overloaded/i, told: { status: 503, type: 'UNAVAILABLE' } },
  { says: /deadline/i, told: { status: 504, type: 'DEADLINE_EXCEEDED' } },
]
