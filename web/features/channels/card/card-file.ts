import type { CardTry, ChannelCard } from '#contract/channel-cards.ts'
import { type FileColumn, tableFile } from '../../../lib/csv.ts'
import type { Text } from '../../../lib/i18n.ts'

type Reader = { t: Text<'cards'>; say: (reason: string) => string }

/** A card as a table that spreadsheets open, in the words of the page: a line for each call. */
export const cardFile = ({ tries, made_at: seconds, made_by: by }: ChannelCard, { t, say }: Reader): Blob => {
  const columns: FileColumn<CardTry>[] = [
    { label: t('model'), plain: ({ model }) => model },
    { label: t('fileFormat'), plain: ({ dialect }) => dialect },
    { label: t('fileCall'), plain: ({ wants, streamed }) => t(`wants.${wants}.${streamed ? 'streamed' : 'whole'}`) },
    { label: t('fileOutcome'), plain: ({ outcome }) => t(`outcome.${outcome}`) },
    { label: t('fileDuration'), plain: ({ ms }) => ms / 1000 },
    { label: t('fileReason'), plain: ({ reason }) => say(reason) },
    { label: t('fileTime'), plain: () => ({ seconds }) },
    { label: t('fileBy'), plain: () => by },
  ]
  return tableFile(columns, tries, { unit: 1, labelOf: () => undefined })
}
