import { describe, expect, it } from 'vitest'
import { type Language, languageCodes } from '#contract/languages.ts'
import { userActions } from '#contract/user-acts.ts'
import {
  channelDisabledNotice,
  channelEnabledNotice,
  channelsTestedNotice,
  keyDisabledNotice,
  keyEnabledNotice,
  upstreamRefusesNotice,
} from './channels/channel-notices.ts'
import { noticeText } from './messages/mail-texts.ts'
import { lowQuotaNotice, type NoticeMessage, quotaNotice } from './messages/notice-texts.ts'
import { otherPricesNotice } from './money/price-checks.ts'
import { actNotice } from './people/told-acts.ts'

const channel = { id: 71, name: 'main-line' }
const slow = { reason: 'answered_slowly', values: { time: '6.4', limit: 5 } }
const told = { reason: '401 No such key', values: undefined }

/** Each notice there is, with what every language of it has to tell. */
const notices: Record<string, { message: NoticeMessage; title?: readonly string[]; text: readonly string[] }> = {
  'a low quota': {
    message: lowQuotaNotice('$0.31', 'https://gate.example.com/topup'),
    text: ['$0.31', 'https://gate.example.com/topup'],
  },
  'a changed quota': {
    message: quotaNotice('$1.07', '$2.08', 'found a fault'),
    text: ['$1.07', '$2.08', 'found a fault'],
  },
  ...Object.fromEntries(
    userActions.flatMap((action) => [
      [`${action} without a reason`, { message: actNotice(action, ''), text: [] }],
      [`${action} with a reason`, { message: actNotice(action, 'resold his keys'), text: ['resold his keys'] }],
    ]),
  ),
  'a disabled channel': {
    message: channelDisabledNotice(channel, told),
    ...{ title: ['main-line', '#71'], text: ['main-line', '#71', '401 No such key'] },
  },
  'a slow channel': {
    message: channelDisabledNotice(channel, slow),
    ...{ title: ['main-line', '#71'], text: ['main-line', '#71', '6.4', '5'] },
  },
  'a channel with nothing left to spend': {
    message: channelDisabledNotice(channel, { reason: 'balance_spent', values: undefined }),
    ...{ title: ['main-line', '#71'], text: ['main-line', '#71'] },
  },
  'an upstream that refuses': {
    message: upstreamRefusesNotice(channel, '402 Pay'),
    ...{ title: ['main-line', '#71'], text: ['main-line', '#71', '402 Pay'] },
  },
  'a disabled key': {
    message: keyDisabledNotice(channel, 3, told),
    ...{ title: ['main-line', '#71', '3'], text: ['main-line', '#71', '3', '401 No such key'] },
  },
  'an enabled channel': {
    message: channelEnabledNotice(channel),
    ...{ title: ['main-line', '#71'], text: ['main-line', '#71'] },
  },
  'an enabled key': {
    message: keyEnabledNotice(channel),
    ...{ title: ['main-line', '#71'], text: ['main-line', '#71'] },
  },
  'tested channels': {
    message: channelsTestedNotice({ done: 91, failed: 42, disabled: 33, enabled: 24 }),
    text: ['91', '42', '33', '24'],
  },
  'other prices': { message: otherPricesNotice(38), text: ['38'] },
}

const scripts: Readonly<Record<Language, RegExp>> = {
  en: /^[\p{Script=Latin}\p{Script=Common}]+$/u,
  zh: /\p{Script=Han}/u,
  ja: /[\p{Script=Hiragana}\p{Script=Katakana}]/u,
  fr: /^[\p{Script=Latin}\p{Script=Common}]+$/u,
  ru: /\p{Script=Cyrillic}/u,
  vi: /^[\p{Script=Latin}\p{Script=Common}\p{Script=Inherited}]+$/u,
}

it.each(['constructor', '__proto__', 'toString', 'wrong {reason} at {code:invalid} {count:time|times}'])(
  'What an upstream said stands in a notice as it is: %s',
  (said) => {
    const { text } = channelDisabledNotice(channel, { reason: said, values: undefined })
    for (const language of languageCodes) expect(text[language]).toContain(said)
  },
)

describe.each(Object.entries(notices))('the notice of %s', (_name, { message, title = [], text }) => {
  it.each(languageCodes)('tells in %s all that it tells in the others, in letters of that language', (language) => {
    for (const [said, parts] of [
      [message.title[language], title],
      [message.text[language], text],
    ] as const) {
      for (const part of parts) expect(said).toContain(part)
      expect(said).toMatch(scripts[language])
      expect(said).not.toMatch(/[{}]|undefined/)
    }
    const mail = noticeText(language, 'Gate', { title: message.title[language], text: message.text[language] })
    expect([mail.subject, mail.paragraphs]).toEqual([`${message.title[language]} · Gate`, [message.text[language]]])
    expect(mail.closing).toMatch(scripts[language])
  })

  it('says something of its own in each language', () => {
    expect(new Set(Object.values(message.title)).size).toBe(languageCodes.length)
    expect(new Set(Object.values(message.text)).size).toBe(languageCodes.length)
  })
})
