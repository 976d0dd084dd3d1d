import type { Language } from '#contract/languages.ts'

/** A sentence in every language of the console. */
export type Worded = Readonly<Record<Language, string>>

/** What somebody is told who did not ask for it: which of the languages he reads is known when it goes on its way. */
export type NoticeMessage = {
  title: Worded
  text: Worded
  /** The figures in the text, for programs that read a webhook. */
  values?: readonly (string | number)[]
}

/** `left` as amounts are written. */
export const lowQuotaNotice = (left: string, link: string): NoticeMessage => ({
  title: {
    en: 'Your balance is about to run out',
    zh: '您的余额即将用尽',
    ja: '残高がまもなくなくなります',
    fr: 'Votre solde est presque épuisé',
    ru: 'Ваш баланс скоро закончится',
    vi: 'Số dư của bạn sắp hết',
  },
  text: {
    en: `Your balance is ${left}. Top up to avoid interruptions: ${link}`,
    zh: `您的余额为 ${left}。为避免影响使用，请及时充值：${link}`,
    ja: `残高は${left}です。利用が止まらないよう、チャージしてください：${link}`,
    fr: `Votre solde est de ${left}. Rechargez-le pour éviter toute interruption : ${link}`,
    ru: `Ваш баланс: ${left}. Пополните его, чтобы избежать перебоев: ${link}`,
    vi: `Số dư của bạn là ${left}. Hãy nạp thêm để không bị gián đoạn: ${link}`,
  },
  values: [left, link],
})

/** What was done to an account, and why, if it is said. */
export const accountNotice = (done: Worded, reason: string, values: readonly string[] = []): NoticeMessage => ({
  title: {
    en: 'Your account was changed',
    zh: '您的账户有变更',
    ja: 'アカウントが変更されました',
    fr: 'Votre compte a été modifié',
    ru: 'Ваш аккаунт изменён',
    vi: 'Tài khoản của bạn đã thay đổi',
  },
  text: reason === '' ? done : withReason(done, reason),
  values: [...values, reason],
})

const withReason = (done: Worded, reason: string): Worded => ({
  en: `${done.en} Reason: ${reason}`,
  zh: `${done.zh}原因：${reason}`,
  ja: `${done.ja}理由：${reason}`,
  fr: `${done.fr} Motif : ${reason}`,
  ru: `${done.ru} Причина: ${reason}`,
  vi: `${done.vi} Lý do: ${reason}`,
})

/** `before` and `after` as amounts are written. */
export const quotaNotice = (before: string, after: string, reason: string): NoticeMessage =>
  accountNotice(
    {
      en: `An admin changed your balance from ${before} to ${after}.`,
      zh: `管理员已将您的余额从 ${before} 调整为 ${after}。`,
      ja: `管理者が残高を${before}から${after}に変更しました。`,
      fr: `Un administrateur a fait passer votre solde de ${before} à ${after}.`,
      ru: `Администратор изменил ваш баланс с ${before} на ${after}.`,
      vi: `Quản trị viên đã đổi số dư của bạn từ ${before} thành ${after}.`,
    },
    reason,
    [before, after],
  )
