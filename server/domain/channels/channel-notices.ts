import type { ChannelRow } from '../../db/schema.ts'
import type { NoticeMessage } from '../messages/notice-texts.ts'
import { type Cause, causeIn } from './channel-cause.ts'

type Named = Pick<ChannelRow, 'id' | 'name'>
type Counts = Record<'done' | 'failed' | 'disabled' | 'enabled', number>

export const channelDisabledNotice = ({ id, name }: Named, cause: Cause): NoticeMessage => {
  const why = causeIn(cause)
  return {
    title: {
      en: `Channel “${name}” (#${id}) was disabled`,
      zh: `渠道“${name}”（#${id}）已被禁用`,
      ja: `チャネル“${name}”（#${id}）が無効になりました`,
      fr: `Le canal « ${name} » (#${id}) a été désactivé`,
      ru: `Канал «${name}» (#${id}) отключён`,
      vi: `Kênh “${name}” (#${id}) đã bị tắt`,
    },
    text: {
      en: `Channel “${name}” (#${id}) was disabled automatically. Reason: ${why.en}`,
      zh: `渠道“${name}”（#${id}）已被自动禁用，原因：${why.zh}`,
      ja: `チャネル“${name}”（#${id}）は自動的に無効になりました。理由：${why.ja}`,
      fr: `Le canal « ${name} » (#${id}) a été désactivé automatiquement. Motif : ${why.fr}`,
      ru: `Канал «${name}» (#${id}) отключён автоматически. Причина: ${why.ru}`,
      vi: `Kênh “${name}” (#${id}) đã bị tắt tự động. Lý do: ${why.vi}`,
    },
    values: [name, id, why.en],
  }
}

export const upstreamRefusesNotice = ({ id, name }: Named, reason: string): NoticeMessage => ({
  title: {
    en: `The upstream of channel “${name}” (#${id}) refuses its key or account`,
    zh: `渠道“${name}”（#${id}）的上游拒绝了其密钥或账户`,
    ja: `チャネル“${name}”（#${id}）のアップストリームが、キーまたはアカウントを拒否しています`,
    fr: `Le service amont du canal « ${name} » (#${id}) refuse sa clé ou son compte`,
    ru: `Апстрим канала «${name}» (#${id}) отклоняет его ключ или аккаунт`,
    vi: `Upstream của kênh “${name}” (#${id}) từ chối khóa hoặc tài khoản của kênh`,
  },
  text: {
    en: `The upstream of channel “${name}” (#${id}) refuses its key or account, and calls go elsewhere where they can: check the key, its rights and the account's credit. Reason: ${reason}`,
    zh: `渠道“${name}”（#${id}）的上游拒绝了其密钥或账户，请求将尽可能转到其他渠道：请检查密钥、权限及账户余额，原因：${reason}`,
    ja: `チャネル“${name}”（#${id}）のアップストリームが、キーまたはアカウントを拒否しています。リクエストは可能なかぎりほかのチャネルへ送られます。キーとその権限、アカウントの残高を確認してください。理由：${reason}`,
    fr: `Le service amont du canal « ${name} » (#${id}) refuse sa clé ou son compte, et les appels passent ailleurs quand ils le peuvent : vérifiez la clé, ses droits et le solde du compte. Motif : ${reason}`,
    ru: `Апстрим канала «${name}» (#${id}) отклоняет его ключ или аккаунт, и вызовы по возможности идут через другие каналы: проверьте ключ, его права и баланс аккаунта. Причина: ${reason}`,
    vi: `Upstream của kênh “${name}” (#${id}) từ chối khóa hoặc tài khoản của kênh, và các lời gọi được chuyển sang kênh khác nếu có thể: hãy kiểm tra khóa, quyền của khóa và số dư tài khoản. Lý do: ${reason}`,
  },
  values: [name, id, reason],
})

export const keyDisabledNotice = ({ id, name }: Named, place: number, cause: Cause): NoticeMessage => {
  const why = causeIn(cause)
  return {
    title: {
      en: `Key ${place} of channel “${name}” (#${id}) was disabled`,
      zh: `渠道“${name}”（#${id}）的第 ${place} 个密钥已被禁用`,
      ja: `チャネル“${name}”（#${id}）の${place}番目のキーが無効になりました`,
      fr: `La clé ${place} du canal « ${name} » (#${id}) a été désactivée`,
      ru: `Ключ ${place} канала «${name}» (#${id}) отключён`,
      vi: `Khóa ${place} của kênh “${name}” (#${id}) đã bị tắt`,
    },
    text: {
      en: `Key ${place} of channel “${name}” (#${id}) was disabled automatically; its other keys stay in use. Reason: ${why.en}`,
      zh: `渠道“${name}”（#${id}）的第 ${place} 个密钥已被自动禁用，其余密钥继续使用，原因：${why.zh}`,
      ja: `チャネル“${name}”（#${id}）の${place}番目のキーは自動的に無効になりました。ほかのキーは引き続き使われます。理由：${why.ja}`,
      fr: `La clé ${place} du canal « ${name} » (#${id}) a été désactivée automatiquement ; ses autres clés restent utilisées. Motif : ${why.fr}`,
      ru: `Ключ ${place} канала «${name}» (#${id}) отключён автоматически; остальные его ключи используются. Причина: ${why.ru}`,
      vi: `Khóa ${place} của kênh “${name}” (#${id}) đã bị tắt tự động; các khóa khác của kênh vẫn được dùng. Lý do: ${why.vi}`,
    },
    values: [name, id, place, why.en],
  }
}

export const channelEnabledNotice = ({ id, name }: Named): NoticeMessage => ({
  title: {
    en: `Channel “${name}” (#${id}) was enabled again`,
    zh: `渠道“${name}”（#${id}）已重新启用`,
    ja: `チャネル“${name}”（#${id}）が再び有効になりました`,
    fr: `Le canal « ${name} » (#${id}) a été réactivé`,
    ru: `Канал «${name}» (#${id}) снова включён`,
    vi: `Kênh “${name}” (#${id}) đã được bật lại`,
  },
  text: {
    en: `Channel “${name}” (#${id}) passed its test and was enabled again.`,
    zh: `渠道“${name}”（#${id}）测试通过，已重新启用。`,
    ja: `チャネル“${name}”（#${id}）はテストに合格し、再び有効になりました。`,
    fr: `Le canal « ${name} » (#${id}) a réussi son test et a été réactivé.`,
    ru: `Канал «${name}» (#${id}) прошёл проверку и снова включён.`,
    vi: `Kênh “${name}” (#${id}) đã qua bài thử và được bật lại.`,
  },
  values: [name, id],
})

export const keyEnabledNotice = ({ id, name }: Named): NoticeMessage => ({
  title: {
    en: `A key of channel “${name}” (#${id}) was enabled again`,
    zh: `渠道“${name}”（#${id}）的密钥已重新启用`,
    ja: `チャネル“${name}”（#${id}）のキーが再び有効になりました`,
    fr: `Une clé du canal « ${name} » (#${id}) a été réactivée`,
    ru: `Ключ канала «${name}» (#${id}) снова включён`,
    vi: `Một khóa của kênh “${name}” (#${id}) đã được bật lại`,
  },
  text: {
    en: `A disabled key of channel “${name}” (#${id}) passed its test and is used again.`,
    zh: `渠道“${name}”（#${id}）的一个密钥测试通过，已重新启用。`,
    ja: `チャネル“${name}”（#${id}）の無効だったキーがテストに合格し、再び使われます。`,
    fr: `Une clé désactivée du canal « ${name} » (#${id}) a réussi son test et est de nouveau utilisée.`,
    ru: `Отключённый ключ канала «${name}» (#${id}) прошёл проверку и снова используется.`,
    vi: `Một khóa đã tắt của kênh “${name}” (#${id}) đã qua bài thử và được dùng lại.`,
  },
  values: [name, id],
})

export const channelsTestedNotice = ({ done, failed, disabled, enabled }: Counts): NoticeMessage => ({
  title: {
    en: 'All channels were tested',
    zh: '所有渠道测试完成',
    ja: 'すべてのチャネルをテストしました',
    fr: 'Tous les canaux ont été testés',
    ru: 'Все каналы проверены',
    vi: 'Đã thử tất cả các kênh',
  },
  text: {
    en: `${done} channels were tested: ${failed} failed, ${disabled} were disabled and ${enabled} enabled again.`,
    zh: `共测试 ${done} 个渠道：${failed} 个失败，${disabled} 个被禁用，${enabled} 个重新启用。`,
    ja: `チャネル${done}件をテストしました：失敗${failed}件、無効化${disabled}件、再有効化${enabled}件。`,
    fr: `Canaux testés : ${done}, en échec : ${failed}, désactivés : ${disabled}, réactivés : ${enabled}.`,
    ru: `Проверено каналов: ${done}, с ошибкой: ${failed}, отключено: ${disabled}, снова включено: ${enabled}.`,
    vi: `Đã thử ${done} kênh: ${failed} lỗi, ${disabled} đã tắt, ${enabled} đã bật lại.`,
  },
  values: [done, failed, disabled, enabled],
})
