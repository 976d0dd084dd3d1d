import type { Attachment, Side, ToolResult, Turn } from '../conversation.ts'

/** What can be done in a thread; the same functions for all of it, so that only what changed is drawn. */
export type ThreadActions = {
  retry: (turn: Turn, side: Side) => void
  /** Whether it was asked. */
  edit: (turn: Turn, asked: { text: string; files: readonly Attachment[] }) => boolean
  branch: (turn: Turn) => void
  showVersion: (turn: Turn) => void
  giveResults: (side: Side, results: ToolResult[]) => void
  retryWithout: (turn: Turn, side: Side, parameter: keyof Side['parameters']) => void
  chooseModel: () => void
}
