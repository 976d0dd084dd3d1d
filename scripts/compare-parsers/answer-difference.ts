import type { AnswerReading, AnswerReadings } from './answer-readings.ts'
import { wantedDifferences } from './wanted-differences.ts'
import { knownNames } from './written-answers.ts'

/**
 * What another client reads in another way than ours, if anything. Ours may refuse what the other takes; what it takes,
 * the other takes too, with the same head, the same body and the same end.
 */
const difference = (ours: AnswerReading, other: AnswerReading): string | undefined => {
  // A refusal may come before or after a part of it was passed on: that part must be no other.
  if (ours.state === 'refused' || other.state === 'waiting') return partDifference(ours, other)
  if (other.state === 'refused') return ours.state === 'whole' ? 'taken by us alone' : partDifference(ours, other)
  if (ours.state === 'waiting') return 'whole for the other alone'
  if (ours.heads.length !== other.heads.length) return 'how many heads there are'
  if (ours.body !== other.body) return 'the body'
  return partDifference(ours, other)
}

const partDifference = (ours: AnswerReading, other: AnswerReading): string | undefined => {
  for (const [index, mine] of ours.heads.entries()) {
    const theirs = other.heads[index]
    if (theirs === undefined) break
    if (mine.status !== theirs.status) return 'the status'
    const name = [...knownNames, ...theirs.names].find((each) => mine.headers.get(each) !== theirs.headers.get(each))
    if (name !== undefined) return `the header ${name}`
  }
  const length = Math.min(ours.body.length, other.body.length)
  return ours.body.slice(0, length) === other.body.slice(0, length) ? undefined : 'the body'
}

export type AnswerDifference = { found: string; wanted: string | undefined }

/** What the other clients read in another way, before the other side closed the connection and after. */
export const answerDifferences = (
  text: string,
  { open, closed }: { open: AnswerReadings; closed: AnswerReadings },
): AnswerDifference[] =>
  (['undici', 'node'] as const).flatMap((other) => {
    const isKeptByUsAlone = open.ours.state === 'whole' && open.ours.isKept && !open[other].isKept
    const found =
      difference(open.ours, open[other]) ??
      difference(closed.ours, closed[other]) ??
      (isKeptByUsAlone ? 'kept by us alone' : undefined)
    if (found === undefined) return []
    const wanted = wantedDifferences.find(({ applies }) => applies({ found, other, text, ...closed }))
    return [{ found: `${found} (${other})`, wanted: wanted?.name }]
  })
