import { type ErrorValues, filled, reasonMessage } from '#contract/error-reasons.ts'
import type { Language } from '#contract/languages.ts'
import type { Worded } from '../messages/notice-texts.ts'

/** Why something is switched off, as its row keeps it. */
export type Cause = { reason: string; values: ErrorValues | undefined }

/** Those for which a channel is switched off by itself; further ones are said in English. */
const causes: Readonly<Record<string, Omit<Worded, 'en' | 'zh'>>> = {
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
}

/** One of ours in the language of the notice; what the upstream said stands as it is. */
export const causeIn = ({ reason, values = {} }: Cause): Worded => {
  const [en, zh] = [reasonMessage('en', { ...values, reason }), reasonMessage('zh', { ...values, reason })]
  const further = causes[reason]
  const said = (language: Exclude<Language, 'en' | 'zh'>) =>
    further === undefined ? en : filled(further[language], values, language)
  return { en, zh, ja: said('ja'), fr: said('fr'), ru: said('ru'), vi: said('vi') }
}
