import type { ServerLanguage } from '#contract/languages.ts'
import type { Worded } from './outbox.ts'

/** What a mail says, before it becomes text and HTML. */
export type MailText = {
  subject: string
  paragraphs: readonly string[]
  /** Stands out, and is easily copied. */
  code?: string
  link?: { label: string; address: string }
  /** Small, at the end. */
  closing: string
}

type Facts = { system: string; minutes: number }

export const codeText = (language: ServerLanguage, { system, minutes }: Facts, code: string): MailText =>
  ({
    en: {
      subject: `${code} is your verification code for ${system}`,
      paragraphs: [`Use this code to verify your email address for ${system}.`],
      code,
      closing: `It is valid for ${minutes} minutes and works once. If you did not ask for it, ignore this email.`,
    },
    zh: {
      subject: `${system} 邮箱验证码：${code}`,
      paragraphs: [`您正在 ${system} 验证邮箱地址，验证码为：`],
      code,
      closing: `验证码 ${minutes} 分钟内有效，仅可使用一次。如果不是您本人操作，请忽略此邮件。`,
    },
  })[language]

/** What the owner of an address gets instead that an account has already. */
export const takenText = (language: ServerLanguage, { system }: Facts): MailText =>
  ({
    en: {
      subject: `Your email address belongs to an account on ${system} already`,
      paragraphs: [
        `Somebody asked for a code to use this address for an account on ${system}, but it belongs to one already.`,
        'If it was you, log in with this address; a lost password can be reset.',
      ],
      closing: 'If it was not you, ignore this email. Nothing has changed.',
    },
    zh: {
      subject: `您的邮箱已绑定 ${system} 账户`,
      paragraphs: [
        `有人请求验证码，希望将此邮箱用于 ${system} 账户，但该邮箱已绑定一个账户。`,
        '如果是您本人操作，请直接使用此邮箱登录；忘记密码时可重置密码。',
      ],
      closing: '如果不是您本人操作，请忽略此邮件，账户没有任何变化。',
    },
  })[language]

export const resetText = (language: ServerLanguage, { system, minutes }: Facts, address: string): MailText =>
  ({
    en: {
      subject: `Reset your password for ${system}`,
      paragraphs: [
        `We received a request to reset the password of your ${system} account. Open this link to get a new one:`,
      ],
      link: { label: 'Reset password', address },
      closing: `The link is valid for ${minutes} minutes and works once. If you did not ask for it, ignore this email: your password stays as it is.`,
    },
    zh: {
      subject: `${system} 密码重置`,
      paragraphs: [`我们收到了重置您 ${system} 账户密码的请求，请打开以下链接获取新密码：`],
      link: { label: '重置密码', address },
      closing: `链接 ${minutes} 分钟内有效，仅可使用一次。如果不是您本人操作，请忽略此邮件，您的密码不会改变。`,
    },
  })[language]

/** The mail that the super admin gets instead. */
export const rootResetText = (language: ServerLanguage, { system }: Facts): MailText =>
  ({
    en: {
      subject: `No password reset for the super admin of ${system}`,
      paragraphs: [`We received a request to reset the password of the super admin of ${system}.`],
      closing: 'The password of the super admin cannot be reset by email. Nothing has changed.',
    },
    zh: {
      subject: `${system} 超级管理员不支持通过邮件重置密码`,
      paragraphs: [`我们收到了重置 ${system} 超级管理员密码的请求。`],
      closing: '超级管理员的密码不能通过邮件重置，账户没有任何变化。',
    },
  })[language]

/** A notice, in both languages: nobody knows which one its reader prefers. */
export const noticeText = (system: string, title: Worded, text: Worded): MailText => ({
  subject: `${title.zh} / ${title.en} · ${system}`,
  paragraphs: [text.zh, text.en],
  closing: `${system} · 可在个人设置中更改通知方式 / Change how you are notified in the personal settings.`,
})
