import type { ChannelCard } from '#contract/channel-cards.ts'

const head = ['model', 'dialect', 'wants', 'streamed', 'outcome', 'ms', 'reason', 'tried_at', 'tried_by']

/** A card as a table that spreadsheets open: a line for each call. */
export const cardFile = ({ tries, made_at: at, made_by: by }: ChannelCard): string => {
  const day = new Date(at * 1000).toISOString()
  const lines = tries.map(({ model, dialect, wants, streamed, outcome, ms, reason }) => [
    ...[model, dialect, wants, String(streamed), outcome, String(ms), reason, day, by],
  ])
  return [head, ...lines].map((cells) => `${cells.map(cell).join(',')}\r\n`).join('')
}

/** A cell that began like a formula would be worked out when the file is opened. */
const cell = (text: string): string => `"${(/^[=+\-@\t]/.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`
