import { type ErrorValues, filled, reasonMessage } from '#contract/error-reasons.ts'
import type { Language, ServerLanguage } from '#contract/languages.ts'
import type { Worded } from '../messages/notice-texts.ts'

/** Why something is switched off, as its row keeps it. */
export type Cause = { reason: string; values: ErrorValues | undefined }

/** Those of ours for which a channel is switched off by itself. */
const causes = {
  answered_slowly: {
    ja: 'アップストリームの応答に{time}秒かかり、上限の{limit}秒を超えました',
    fr: 'le service amont a répondu en {time} s, plus que les {limit} s permises',
    ru: 'апстрим ответил за {time} с, дольше допустимых {limit} с',
    vi: 'upstream trả lời sau {time} giây, lâu hơn mức {limit} giây',
  },
  balance_spent: {
    ja: '残高がなくなりました',
    fr: 'le solde est épuisé',
    ru: 'баланс исчерпан',
    vi: 'số dư đã hết',
  },
} as const satisfies Record<string, Omit<Worded, 'en' | 'zh'>>

/** One of ours in the language of the notice; what the upstream said stands as it is. */
export const causeIn = ({ reason, values = {} }: Cause): Worded => {
  const told = (language: ServerLanguage) => reasonMessage(language, { ...values, reason })
  const said = (language: Exclude<Language, ServerLanguage>) =>
    isCause(reason) ? filled(causes[reason][language], values, language) : told('en')
  return { en: told('en'), zh: told('zh'), ja: said('ja'), fr: said('fr'), ru: said('ru'), vi: said('vi') }
}

const isCause = (text: string): text is keyof typeof causes => Object.hasOwn(causes, text)
