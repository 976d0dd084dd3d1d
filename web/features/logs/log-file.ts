import type { Log } from '#contract/logs.ts'
import { csvOf, type FileColumn, headText, tableText } from '../../lib/csv.ts'
import type { Formats } from '../../lib/format.ts'
import { currentLanguage, type Text, textIn } from '../../lib/i18n.ts'
import { optionNameOf } from '../../lib/option-name.tsx'
import { briefOf, isCall } from '../../pieces/logs/log-cells.tsx'
import { otherOf } from '../../pieces/logs/log-other.ts'
import { logTypeLook } from '../../pieces/logs/log-type.ts'
import { wordedLog } from './worded-log.ts'

/** Whoever the table is for: in his words and his unit of money, and with users and channels for administrators. */
type Reader = { t: Text<'logs'>; format: Formats; admin: boolean }

/**
 * Rows of the log, as the server writes them for programs, as a table for a reader. It is made piece by piece: there may
 * be more of them than fit into memory.
 */
export const logTable = async (lines: Blob, reader: Reader): Promise<Blob> => {
  const options = await textIn('options', currentLanguage())
  const columns = columnsFor(reader, (option) => optionNameOf(option, options))
  const words = { unit: reader.format.quotaScale.unit, labelOf: () => undefined }
  const pieces: BlobPart[] = [headText(columns)]
  for await (const some of linesOf(lines)) {
    const rows = await Promise.all(some.map(rowOf))
    pieces.push(new Blob([tableText(columns, rows, words)]))
  }
  return csvOf(pieces)
}

// seam: the server wrote the line by the same contract
const rowOf = (line: string): Promise<Log> => wordedLog(JSON.parse(line) as Log)

async function* linesOf(file: Blob): AsyncGenerator<readonly string[]> {
  const reader = file.stream().getReader()
  const decoder = new TextDecoder()
  let rest = ''
  for (let isOver = false; !isOver; ) {
    const { done, value } = await reader.read()
    isOver = done
    const lines = (rest + decoder.decode(value, { stream: !done })).split('\n')
    rest = lines.pop() ?? ''
    yield lines
  }
  if (rest !== '') yield [rest]
}

const columnsFor = ({ t, format, admin }: Reader, optionName: (option: string) => string): FileColumn<Log>[] => {
  const inSeconds = (name: string) => t('fileHead', { name, unit: t('fileSeconds') })
  const inMoney = (name: string) => t('fileHead', { name, unit: format.quotaScale.whole ? t('fileQuota') : 'USD' })
  const ofCall = (of: (row: Log) => number | undefined) => (row: Log) => (isCall(row) ? of(row) : undefined)
  const optionOf = (row: Log) => String(otherOf(row).happened?.values?.option ?? '')
  return [
    { label: t('columnTime'), plain: ({ created_at: seconds }) => ({ seconds }) },
    { label: t('columnType'), plain: ({ type }) => t(logTypeLook(type).key) },
    ...(admin ? [{ label: t('columnUser'), plain: ({ username }: Log) => username }] : []),
    { label: t('columnToken'), plain: ({ token_name: name }) => name },
    { label: t('filterTokenId'), plain: ({ token_id: id }) => id || undefined },
    { label: t('columnGroup'), plain: (row) => otherOf(row).group ?? row.group },
    { label: t('columnModel'), plain: ({ model_name: name }) => name },
    { label: t('mappedActual'), plain: (row) => otherOf(row).upstream_model_name },
    ...(admin
      ? [
          { label: t('columnChannel'), plain: ({ channel_name: name }: Log) => name },
          { label: t('filterChannel'), plain: ({ channel: id }: Log) => id || undefined },
        ]
      : []),
    { label: t('fileStream'), plain: (row) => (isCall(row) ? t(row.is_stream ? 'stream' : 'notStream') : undefined) },
    { label: inSeconds(t('timeUsed')), plain: ofCall((row) => row.use_time) },
    { label: inSeconds(t('firstToken')), plain: ofCall((row) => secondsOf(otherOf(row).frt)) },
    { label: t('columnPrompt'), plain: ofCall((row) => row.prompt_tokens) },
    { label: t('columnCompletion'), plain: ofCall((row) => row.completion_tokens) },
    { label: inMoney(t('columnCost')), plain: (row) => (isCall(row) ? { quota: row.quota } : undefined) },
    // Apart from the cost, so that each column can be added up.
    {
      label: inMoney(t('fileChange')),
      plain: (row) => (isCall(row) || row.quota === 0 ? undefined : { quota: row.quota }),
    },
    { label: t('columnDetails'), plain: (row) => briefOf(row, t, format, optionName(optionOf(row))) },
    { label: t('factRequest'), plain: ({ request_id: id }) => id ?? '' },
  ]
}

const secondsOf = (milliseconds: number | undefined): number | undefined =>
  milliseconds === undefined || milliseconds <= 0 ? undefined : milliseconds / 1000
