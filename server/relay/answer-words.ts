import { brieflyOf, largeAnswer } from '#protocols/json/brief-json.ts'
import { lastMark } from '#protocols/json/latin1-text.ts'
import type { Channel } from '../domain/channels/channel.ts'
import { jsonWithoutSecrets, mayComplain } from '../domain/words/answer-words.ts'
import { withoutOwnSecrets } from '../domain/words/upstream-words.ts'
import { Cleaner } from './stream-words.ts'

/** What is known of an answer. `mayBeText`: what is no JSON is what was asked for. */
type Asked = { mayBeText?: boolean; complaint?: string | undefined }

/** A whole answer in which the upstream gives nothing away; the very same bytes where it does not. */
export const withCleanAnswer = (bytes: Buffer, channel: Channel, asked: Asked = {}): Buffer => {
  const { mayBeText = false, complaint } = asked
  if (!mayBeText && beginsEvent(bytes)) return new Cleaner(channel).clean(bytes)
  if (complaint !== undefined && lastMark(bytes, complaint, 0) === undefined) return bytes
  const isLarge = bytes.length >= largeAnswer
  const text = isLarge ? brieflyOf(bytes) : bytes.toString('utf8')
  if (!mayComplain(text)) return bytes
  const cleaned = jsonWithoutSecrets(channel, text)
  if (cleaned === text || (cleaned === undefined && mayBeText)) return bytes
  const whole = isLarge ? bytes.toString('utf8') : text
  // Some write what only lenient readers take for JSON.
  const told = (isLarge ? jsonWithoutSecrets(channel, whole) : cleaned) ?? withoutOwnSecrets(channel, whole)
  return told === whole ? bytes : Buffer.from(told)
}

const beginsEvent = (bytes: Buffer): boolean => bytes[0] === letterD || bytes[0] === letterE || bytes[0] === colon

const letterD = 0x64
const letterE = 0x65
const colon = 0x3a
