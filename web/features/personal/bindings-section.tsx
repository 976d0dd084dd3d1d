import { useMutation } from '@tanstack/react-query'
import { Mail } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { session } from '#contract/session.ts'
import { signin } from '#contract/signin.ts'
import type { User } from '#contract/users.ts'
import { call } from '../../lib/api.ts'
import { freshen } from '../../lib/fresh-session.ts'
import { useText } from '../../lib/i18n.ts'
import { leaveForProvider, type ProviderName, providerNames, providers } from '../../lib/login-providers.ts'
import { notify } from '../../lib/notify.ts'
import { refresh } from '../../lib/query.ts'
import { useStatus } from '../../lib/status.ts'
import type { TelegramFields } from '../../lib/telegram-message.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { CardSection } from '../../ui/card.tsx'
import { LoginMark } from '../../ui/login-mark.tsx'

const EmailDialog = lazy(() => import('./email-dialog.tsx').then((module) => ({ default: module.EmailDialog })))
const WechatDialog = lazy(() =>
  import('../../ui/wechat-dialog.tsx').then((module) => ({ default: module.WechatDialog })),
)
const TelegramDialog = lazy(() =>
  import('../../ui/telegram-dialog.tsx').then((module) => ({ default: module.TelegramDialog })),
)

type DialogName = 'email' | 'wechat' | 'telegram'

/** The email address and the accounts elsewhere that this account can be entered with. */
export function BindingsSection({ user }: { user: User }) {
  const t = useText('personal')
  const status = useStatus()
  const [dialog, setDialog] = useState<DialogName | null>(null)
  const close = () => setDialog(null)
  const leave = useMutation({
    mutationFn: async (name: ProviderName) => {
      if (await freshen()) await leaveForProvider(name, status)
    },
  })
  const finish = async (text: string) => {
    notify.success(text)
    close()
    await refresh(session.self)
  }
  const bindWechat = useMutation({
    mutationFn: (code: string) => call(signin.wechatBind, { query: { code } }),
    onSuccess: () => finish(t('wechatBound')),
  })
  const bindTelegram = useMutation({
    mutationFn: (fields: TelegramFields) => call(signin.telegramBind, { query: fields }),
    onSuccess: () => finish(t('telegramBound')),
  })
  return (
    <CardSection title={t('bindings')} description={t('bindingsHint')}>
      <ul className="grid divide-y">
        <Binding
          mark={<Mail aria-hidden />}
          name={t('email')}
          account={user.email}
          isOn
          action={user.email === '' ? t('bind') : t('rebind')}
          onBind={() => setDialog('email')}
        />
        <Binding
          mark={<LoginMark way="wechat" />}
          name={t('wechat')}
          account={user.wechat_id === '' ? '' : t('bound')}
          isOn={status.wechat_login}
          action={user.wechat_id === '' ? t('bind') : t('rebind')}
          onBind={() => setDialog('wechat')}
        />
        {providerNames.map((name) => (
          <Binding
            key={name}
            mark={<LoginMark way={name} />}
            name={providers[name].label}
            account={boundAt(user, name)}
            isOn={providers[name].isOn(status)}
            {...(boundAt(user, name) === '' ? { action: t('bind') } : {})}
            pending={leave.isPending && leave.variables === name}
            onBind={() => leave.mutate(name)}
          />
        ))}
        <Binding
          mark={<LoginMark way="telegram" />}
          name="Telegram"
          account={user.telegram_id}
          isOn={status.telegram_oauth}
          {...(user.telegram_id === '' ? { action: t('bind') } : {})}
          onBind={() => setDialog('telegram')}
        />
      </ul>
      <Suspense>
        {dialog === 'email' && <EmailDialog onClose={close} />}
        {dialog === 'wechat' && (
          <WechatDialog
            title={t('bindWechat')}
            action={t('bind')}
            pending={bindWechat.isPending}
            onCode={bindWechat.mutate}
            onClose={close}
          />
        )}
        {dialog === 'telegram' && (
          <TelegramDialog title={t('bindTelegram')} onSigned={bindTelegram.mutate} onClose={close} />
        )}
      </Suspense>
    </CardSection>
  )
}

type BindingProps = {
  mark: ReactNode
  name: string
  /** Empty while nothing is bound. */
  account: string
  /** Whether the operator offers it. */
  isOn: boolean
  /** The word on the button; none where what is bound stays bound. */
  action?: string
  pending?: boolean
  onBind(): void
}

function Binding({ mark, name, account, isOn, action, pending = false, onBind }: BindingProps) {
  const t = useText('personal')
  return (
    <li className="flex items-center gap-3 py-2.5 first:pt-1 last:pb-0">
      <span className="grid size-8 shrink-0 place-items-center rounded-lg bg-hover [&_svg]:size-4">{mark}</span>
      <div className="min-w-0 flex-1">
        <p className="font-medium">{name}</p>
        <p className="truncate text-[13px] text-muted">{account === '' ? t('unbound') : account}</p>
      </div>
      {account !== '' && action === undefined && <Badge tone="ok">{t('bound')}</Badge>}
      {action !== undefined && (
        <Button
          disabled={!isOn}
          loading={pending}
          onClick={onBind}
          aria-label={`${isOn ? action : t('notOffered')}: ${name}`}
        >
          {isOn ? action : t('notOffered')}
        </Button>
      )}
    </li>
  )
}

const boundAt = (user: User, name: ProviderName): string =>
  ({ github: user.github_id, oidc: user.oidc_id, linuxdo: user.linux_do_id })[name]
