import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { signin } from '#contract/signin.ts'
import type { User } from '#contract/users.ts'
import { call } from '../../lib/api.ts'
import { useText } from '../../lib/i18n.ts'
import { leaveForProvider, type ProviderName, providerNames, providers } from '../../lib/login-providers.ts'
import { type LoginWay, lastWayPreference } from '../../lib/login-ways.ts'
import { notify } from '../../lib/notify.ts'
import { rememberUser } from '../../lib/session.ts'
import { useStatus } from '../../lib/status.ts'
import { useStore } from '../../lib/store.ts'
import type { TelegramFields } from '../../lib/telegram-message.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { LoginMark } from '../../ui/login-mark.tsx'

const WechatDialog = lazy(() =>
  import('../../ui/wechat-dialog.tsx').then((module) => ({ default: module.WechatDialog })),
)
const TelegramDialog = lazy(() =>
  import('../../ui/telegram-dialog.tsx').then((module) => ({ default: module.TelegramDialog })),
)

/** A button for every way to sign in that the operator has turned on. */
export function ExternalLogins() {
  const t = useText('session')
  const navigate = useNavigate()
  const status = useStatus()
  const [dialog, setDialog] = useState<'wechat' | 'telegram' | null>(null)
  const leave = useMutation({
    mutationFn: (name: ProviderName) => leaveForProvider(name, status),
    onMutate: (name) => lastWayPreference.set(name),
  })
  const enter = async (user: User, way: LoginWay) => {
    lastWayPreference.set(way)
    rememberUser(user)
    notify.success(t('loginDone'))
    await navigate({ to: '/' })
  }
  const byWechat = useMutation({
    mutationFn: (code: string) => call(signin.wechat, { query: { code } }),
    onSuccess: (user) => enter(user, 'wechat'),
  })
  const byTelegram = useMutation({
    mutationFn: (fields: TelegramFields) => call(signin.telegram, { query: fields }),
    onSuccess: (user) => enter(user, 'telegram'),
  })
  const shown = providerNames.filter((name) => providers[name].isOn(status))
  if (shown.length === 0 && !status.wechat_login && !status.telegram_oauth) return null
  return (
    <div className="mt-5 grid gap-4">
      <div className="flex items-center gap-3 text-xs text-muted before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
        {t('orContinue')}
      </div>
      <div className="grid gap-2.5">
        {shown.map((name) => (
          <WayButton
            key={name}
            way={name}
            label={providers[name].label}
            loading={leave.isPending && leave.variables === name}
            onClick={() => leave.mutate(name)}
          />
        ))}
        {status.wechat_login && <WayButton way="wechat" label={t('wechat')} onClick={() => setDialog('wechat')} />}
        {status.telegram_oauth && <WayButton way="telegram" label="Telegram" onClick={() => setDialog('telegram')} />}
      </div>
      <Suspense>
        {dialog === 'wechat' && (
          <WechatDialog
            title={t('wechatTitle')}
            action={t('login')}
            pending={byWechat.isPending}
            onCode={byWechat.mutate}
            onClose={() => setDialog(null)}
          />
        )}
        {dialog === 'telegram' && (
          <TelegramDialog title={t('telegramTitle')} onSigned={byTelegram.mutate} onClose={() => setDialog(null)} />
        )}
      </Suspense>
    </div>
  )
}

type WayButtonProps = { way: LoginWay; label: string; loading?: boolean; onClick: () => void }

function WayButton({ way, label, loading = false, onClick }: WayButtonProps) {
  const t = useText('session')
  const isLast = useStore(lastWayPreference) === way
  return (
    <Button size="block" loading={loading} onClick={onClick} className="relative">
      <LoginMark way={way} />
      {t('continueWith', { name: label })}
      {isLast && (
        <span className="absolute inset-y-0 right-2 flex items-center">
          <Badge tone="brand">{t('lastUsed')}</Badge>
        </span>
      )}
    </Button>
  )
}
