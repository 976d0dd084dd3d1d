import type { AnswerReadings } from './answer-readings.ts'

type Found = AnswerReadings & { found: string; other: 'undici' | 'node'; text: string }

type WantedDifference = { name: string; reason: string; example: string; applies: (found: Found) => boolean }

const isTakenAlone = ({ found, ours }: Found): boolean => found === 'taken by us alone' && ours.state === 'whole'

/** And Node takes it too, unless there is something behind it. */
const isTakenWithoutUndici = (found: Found): boolean =>
  isTakenAlone(found) && found.other === 'undici' && (found.node.state === 'whole' || !found.ours.isKept)

const hasContinue = ({ ours }: Found): boolean => ours.heads.some(({ status }) => status === 100)

const hasSpacedLength = ({ text }: Found): boolean => /^content-length:[^\r\n]*\d +\r$/im.test(text)

/** Answers that another client refuses and ours takes, each for a reason. For requests there is no such list. */
export const wantedDifferences: readonly WantedDifference[] = [
  {
    name: 'a 100 that nobody waits for',
    reason: 'undici ends the connection; RFC 9110 (15.2) has a client pass over it, as Node does',
    example: 'HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello',
    applies: (found) => isTakenWithoutUndici(found) && hasContinue(found),
  },
  {
    name: 'a space behind a length',
    example: 'HTTP/1.1 200 OK\r\nContent-Length: 5 \r\n\r\nhello',
    reason: 'undici refuses it; by RFC 9110 (5.5) it is no part of the value, and Node takes it',
    applies: (found) => isTakenWithoutUndici(found) && hasSpacedLength(found),
  },
  {
    name: 'broken bytes behind a whole answer',
    example: 'HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello\r\nworld',
    reason:
      'Node takes the answer back when they come in one piece with it; undici and we give it and end the connection',
    applies: (found) =>
      isTakenAlone(found) &&
      found.other === 'node' &&
      !found.ours.isKept &&
      (found.undici.state === 'whole' || hasContinue(found) || hasSpacedLength(found)),
  },
]
