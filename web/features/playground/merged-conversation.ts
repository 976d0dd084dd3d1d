import type { Answer, Conversation, Turn } from './conversation.ts'

/**
 * A conversation as this tab has it, with what another tab added to the one that is kept. Turns are only ever added, so
 * none of either is lost; how it is set up, called and shown is as here.
 */
export const mergedConversation = (kept: Conversation, own: Conversation): Conversation => {
  const ownTurns = new Map(own.turns.map((turn) => [turn.id, turn]))
  const keptIds = new Set(kept.turns.map(({ id }) => id))
  return {
    ...own,
    changedAt: Math.max(kept.changedAt, own.changedAt),
    turns: [
      // Each behind the one that it follows, as in either.
      ...kept.turns.map((turn) => mergedTurn(turn, ownTurns.get(turn.id))),
      ...own.turns.filter(({ id }) => !keptIds.has(id)),
    ],
    shown: { ...kept.shown, ...own.shown },
  }
}

const mergedTurn = (kept: Turn, own: Turn | undefined): Turn => {
  if (own === undefined) return kept
  const answers = { ...kept.answers }
  for (const [side, answer] of Object.entries(own.answers)) answers[side] = laterAnswer(answers[side], answer)
  return { ...own, answers }
}

/** Of one that is under way in another tab this one knows only how it began. */
const laterAnswer = (kept: Answer | undefined, own: Answer): Answer =>
  kept?.endedAt !== undefined && kept.endedAt > (own.endedAt ?? 0) ? kept : own
