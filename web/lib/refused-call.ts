import { isServerLanguage } from '#contract/languages.ts'
import { type FailedReason, type Log, logOther } from '#contract/logs.ts'
import { rowOfCall } from './call-row.ts'
import { currentLanguage } from './i18n.ts'
import { currentUser, isRoot } from './session.ts'

/** Why a call failed, in the reader's language, as refusals are worded; undefined where its row keeps words and no code. */
export const failureText = async ({ content, other }: Pick<Log, 'content' | 'other'>): Promise<string | undefined> => {
  const { code, values = {} } = failureIn(other) ?? {}
  if (code === undefined) return undefined
  const { wordedRefusal } = await import('./worded-refusal.ts')
  return (await wordedRefusal({ code, values, message: content })).message
}

const failureIn = (text: string): FailedReason | undefined =>
  text === '' ? undefined : logOther.safeParse(JSON.parse(text)).data?.failure

/**
 * What a call was refused with. In the dialect of an API that is a sentence without values: where it is not the reader's
 * language, or sends the super admin to the admin, the row of the call tells the same, unless there is none soon, or it
 * knows no more.
 */
export const toldByRow = async ({ message, status = 0 }: Refused, requestId: string | undefined): Promise<string> => {
  const isForReader = isServerLanguage(currentLanguage()) && !isRoot(currentUser())
  if (requestId === undefined || !hasRow(status) || isForReader) return message
  try {
    const row = await rowOfCall(requestId, waits)
    return (row && (await failureText(row))) ?? message
  } catch {
    return message
  }
}

type Refused = { message: string; status?: number | undefined }

/** Rows of failed calls are written once a second. */
const waits = [0, 300, 1000]

/** A line that was cut is told in our own words, and a key that is nobody's leaves no row to its reader. */
const hasRow = (status: number): boolean => status !== 0 && status !== 401
