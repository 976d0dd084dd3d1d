import { errorMessage, isErrorCode } from '#contract/errors.ts'
import type { ServerLanguage } from '#contract/languages.ts'
import { logTypes } from '#contract/log-types.ts'
import type { FailedReason, Log, LogOther } from '#contract/logs.ts'
import type { FailedCallRow } from '../db/schema.ts'

/** How a failed call stands among the rows of the log; its reason is in the language of whoever reads it. */
export const failedRow = (row: FailedCallRow, language: ServerLanguage, channelName: string): Log => {
  const other: LogOther = JSON.parse(row.other)
  return shown(row, language, {
    channel: row.channel,
    channel_name: channelName,
    other: JSON.stringify({ ...other, ...countOf(row) } satisfies LogOther),
  })
}

/** The same for its user, who sees how each attempt went, but not where it was made. */
export const ownFailedRow = (row: FailedCallRow, language: ServerLanguage, hidesUpstreams: boolean): Log => {
  const { failure, admin_info: info }: LogOther = JSON.parse(row.other)
  const attempts = hidesUpstreams ? [] : (info?.attempts ?? [])
  return shown(row, language, {
    channel: 0,
    channel_name: '',
    other: JSON.stringify({
      failure,
      ...countOf(row),
      ...(attempts.length === 0
        ? {}
        : { attempts: attempts.map(({ status, ms }) => ({ status: ownStatus(status), ms })) }),
    } satisfies LogOther),
  })
}

/** What these say is between the operator and his vendor: clients were told of a failure too. */
const ownStatus = (status: number): number => (status === 401 || status === 402 ? 502 : status)

const countOf = ({ again }: FailedCallRow): Pick<LogOther, 'again'> => (again === 0 ? {} : { again })

const shown = (
  row: FailedCallRow,
  language: ServerLanguage,
  seen: Pick<Log, 'channel' | 'channel_name' | 'other'>,
): Log => {
  const { again, ...columns } = row
  return {
    ...columns,
    type: logTypes.failed,
    is_stream: row.is_stream === 1,
    prompt_tokens: 0,
    completion_tokens: 0,
    quota: 0,
    content: reasonText(JSON.parse(row.other), language),
    ...seen,
  }
}

const reasonText = ({ failure }: LogOther, language: ServerLanguage): string =>
  failure ? sentenceOf(failure, language) : ''

/** An earlier version may have had a code that is none any more. */
const sentenceOf = ({ kind, code = '', values, words }: FailedReason, language: ServerLanguage): string =>
  isErrorCode(code) ? errorMessage(code, language, values) : (words ?? kind)
