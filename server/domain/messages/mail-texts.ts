import type { Language, ServerLanguage } from '#contract/languages.ts'
import type { Worded } from './notice-texts.ts'

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

export const codeText = (language: Language, { system, minutes }: Facts, code: string): MailText =>
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
    ja: {
      subject: `${system}のメール確認コード：${code}`,
      paragraphs: [`${system}で使うメールアドレスを確認するには、次のコードを入力してください。`],
      code,
      closing: `コードの有効期間は${minutes}分で、1回だけ使えます。心当たりがない場合は、このメールを無視してください。`,
    },
    fr: {
      subject: `${code} est votre code de vérification pour ${system}`,
      paragraphs: [`Saisissez ce code pour confirmer votre adresse e-mail sur ${system}.`],
      code,
      closing: `Il est valable ${minutes} minutes et ne sert qu’une fois. Si vous ne l’avez pas demandé, ignorez cet e-mail.`,
    },
    ru: {
      subject: `${code} — ваш код подтверждения для ${system}`,
      paragraphs: [`Введите этот код, чтобы подтвердить свой адрес почты для ${system}.`],
      code,
      closing: `Код действует ${minutes} мин и только один раз. Если вы его не запрашивали, не обращайте внимания на это письмо.`,
    },
    vi: {
      subject: `${code} là mã xác minh của bạn cho ${system}`,
      paragraphs: [`Hãy dùng mã này để xác minh địa chỉ email của bạn cho ${system}.`],
      code,
      closing: `Mã có hiệu lực trong ${minutes} phút và chỉ dùng được một lần. Nếu bạn không yêu cầu mã, hãy bỏ qua email này.`,
    },
  })[language]

/** What the owner of an address gets instead that an account has already. */
export const takenText = (language: Language, { system }: Facts): MailText =>
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
    ja: {
      subject: `このメールアドレスは${system}のアカウントですでに使われています`,
      paragraphs: [
        `このアドレスを${system}のアカウントで使うための確認コードが請求されましたが、すでに別のアカウントで使われています。`,
        'ご本人の場合は、このアドレスでログインしてください。パスワードを忘れたときは、リセットできます。',
      ],
      closing: '心当たりがない場合は、このメールを無視してください。何も変わっていません。',
    },
    fr: {
      subject: `Votre adresse e-mail appartient déjà à un compte sur ${system}`,
      paragraphs: [
        `Quelqu’un a demandé un code pour utiliser cette adresse avec un compte sur ${system}, mais elle appartient déjà à un compte.`,
        'Si c’était vous, connectez-vous avec cette adresse ; un mot de passe oublié peut être réinitialisé.',
      ],
      closing: 'Si ce n’était pas vous, ignorez cet e-mail. Rien n’a changé.',
    },
    ru: {
      subject: `Ваш адрес почты уже привязан к аккаунту на ${system}`,
      paragraphs: [
        `Кто-то запросил код, чтобы использовать этот адрес для аккаунта на ${system}, но он уже привязан к аккаунту.`,
        'Если это были вы, войдите с этим адресом; забытый пароль можно сбросить.',
      ],
      closing: 'Если это были не вы, не обращайте внимания на это письмо. Ничего не изменилось.',
    },
    vi: {
      subject: `Địa chỉ email của bạn đã thuộc về một tài khoản trên ${system}`,
      paragraphs: [
        `Có người yêu cầu mã để dùng địa chỉ này cho một tài khoản trên ${system}, nhưng địa chỉ đã thuộc về một tài khoản.`,
        'Nếu đó là bạn, hãy đăng nhập bằng địa chỉ này; nếu quên mật khẩu, bạn có thể đặt lại.',
      ],
      closing: 'Nếu không phải bạn, hãy bỏ qua email này. Không có gì thay đổi.',
    },
  })[language]

export const resetText = (language: Language, { system, minutes }: Facts, address: string): MailText =>
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
    ja: {
      subject: `${system}のパスワードのリセット`,
      paragraphs: [
        `${system}のアカウントのパスワードをリセットする請求がありました。次のリンクを開くと、新しいパスワードが発行されます。`,
      ],
      link: { label: 'パスワードをリセット', address },
      closing: `リンクの有効期間は${minutes}分で、1回だけ使えます。心当たりがない場合は、このメールを無視してください。パスワードは変わりません。`,
    },
    fr: {
      subject: `Réinitialisation de votre mot de passe pour ${system}`,
      paragraphs: [
        `Nous avons reçu une demande de réinitialisation du mot de passe de votre compte ${system}. Ouvrez ce lien pour en obtenir un nouveau :`,
      ],
      link: { label: 'Réinitialiser le mot de passe', address },
      closing: `Le lien est valable ${minutes} minutes et ne sert qu’une fois. Si vous n’avez rien demandé, ignorez cet e-mail : votre mot de passe reste inchangé.`,
    },
    ru: {
      subject: `Сброс пароля для ${system}`,
      paragraphs: [
        `Мы получили запрос на сброс пароля вашего аккаунта ${system}. Откройте эту ссылку, чтобы получить новый:`,
      ],
      link: { label: 'Сбросить пароль', address },
      closing: `Ссылка действует ${minutes} мин и только один раз. Если вы её не запрашивали, не обращайте внимания на это письмо: ваш пароль не изменится.`,
    },
    vi: {
      subject: `Đặt lại mật khẩu cho ${system}`,
      paragraphs: [
        `Chúng tôi nhận được yêu cầu đặt lại mật khẩu tài khoản ${system} của bạn. Hãy mở liên kết này để nhận mật khẩu mới:`,
      ],
      link: { label: 'Đặt lại mật khẩu', address },
      closing: `Liên kết có hiệu lực trong ${minutes} phút và chỉ dùng được một lần. Nếu bạn không yêu cầu, hãy bỏ qua email này: mật khẩu của bạn vẫn giữ nguyên.`,
    },
  })[language]

/** The mail that the super admin gets instead. */
export const rootResetText = (language: Language, { system }: Facts): MailText =>
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
    ja: {
      subject: `${system}のスーパー管理者のパスワードはメールではリセットできません`,
      paragraphs: [`${system}のスーパー管理者のパスワードをリセットする請求がありました。`],
      closing: 'スーパー管理者のパスワードは、メールではリセットできません。何も変わっていません。',
    },
    fr: {
      subject: `Pas de réinitialisation du mot de passe du super administrateur de ${system}`,
      paragraphs: [
        `Nous avons reçu une demande de réinitialisation du mot de passe du super administrateur de ${system}.`,
      ],
      closing: 'Le mot de passe du super administrateur ne peut pas être réinitialisé par e-mail. Rien n’a changé.',
    },
    ru: {
      subject: `Пароль суперадминистратора ${system} по почте не сбрасывается`,
      paragraphs: [`Мы получили запрос на сброс пароля суперадминистратора ${system}.`],
      closing: 'Пароль суперадминистратора нельзя сбросить по почте. Ничего не изменилось.',
    },
    vi: {
      subject: `Không đặt lại mật khẩu của siêu quản trị viên ${system}`,
      paragraphs: [`Chúng tôi nhận được yêu cầu đặt lại mật khẩu của siêu quản trị viên ${system}.`],
      closing: 'Không thể đặt lại mật khẩu của siêu quản trị viên qua email. Không có gì thay đổi.',
    },
  })[language]

type Notice<Said> = { title: Said; text: Said }

export const noticeText = (language: Language, system: string, { title, text }: Notice<string>): MailText => ({
  subject: `${title} · ${system}`,
  paragraphs: [text],
  closing: `${system} · ${noticeClosing[language]}`,
})

/** In both languages: nobody knows which one its reader prefers. */
export const noticeTextInBoth = (
  system: string,
  { title, text }: Notice<Record<ServerLanguage, string>>,
): MailText => ({
  subject: `${title.zh} / ${title.en} · ${system}`,
  paragraphs: [text.zh, text.en],
  closing: `${system} · ${noticeClosing.zh} / ${noticeClosing.en}`,
})

const noticeClosing: Worded = {
  en: 'Change how you are notified in the personal settings.',
  zh: '可在个人设置中更改通知方式',
  ja: '通知方法は個人設定で変更できます。',
  fr: 'Vous pouvez changer la façon d’être prévenu dans « Mon compte ».',
  ru: 'Способ уведомления можно изменить в личных настройках.',
  vi: 'Bạn có thể đổi cách nhận thông báo trong cài đặt cá nhân.',
}
