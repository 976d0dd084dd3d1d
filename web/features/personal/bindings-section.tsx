import { useMutation } from '@tanstack/react-query'
import { Mail } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { session } from '#contract/session.ts'
import type { User } from '#contract/user.ts'
import { bindWith, type WayProof } from '../../lib/dialog-ways.ts'
import { freshen } from '../../lib/fresh-session.ts'
import { useText } from '../../lib/i18n.ts'
import { lazyPart } from '../../lib/lazy-part.tsx'
import { leaveForProvider, type Provider } from '../../lib/leave-for-provider.ts'
import { boundAccount, type DialogWay, isOffered, signinWays } from '../../lib/login-ways.ts'
import { notify } from '../../lib/notify.ts'
import { refresh } from '../../lib/query.ts'
import { useStatus } from '../../lib/status.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { CardSection } from '../../ui/card.tsx'
import { LoginMark } from '../../ui/login-mark.tsx'
import { OptionDoor } from '../../ui/option-door.tsx'
import { Overlay } from '../../ui/overlay.tsx'

const EmailDialog = lazyPart(() => import('./email-dialog.tsx'), 'EmailDialog')
const WayDialog = lazyPart(() => import('../../ui/way-dialog.tsx'), 'WayDialog')

/** The email address and the accounts elsewhere that this account can be entered with. */
export function BindingsSection({ user }: { user: User }) {
  const t = useText('personal')
  const status = useStatus()
  const [asking, setAsking] = useState<'email' | DialogWay | null>(null)
  const close = () => setAsking(null)
  const leave = useMutation({
    mutationFn: async (way: Provider) => {
      if (await freshen()) await leaveForProvider(way, status)
    },
  })
  const bind = async (way: DialogWay, proof: WayProof) => {
    await bindWith(way, proof)
    notify.success(t('wayBound', { name: t(`way.${way.name}`) }))
    close()
    await refresh(session.self)
  }
  return (
    <CardSection title={t('bindings')} description={t('bindingsHint')}>
      <ul className="grid divide-y">
        <Binding
          mark={<Mail aria-hidden />}
          name={t('email')}
          account={user.email}
          isOn={status.mail_enabled}
          action={user.email === '' ? t('bind') : t('rebind')}
          door="SMTPServer"
          offText={t('mailOff')}
          onBind={() => setAsking('email')}
        />
        {signinWays.map((way) => {
          const account = boundAccount(way, user)
          // What is turned off is no news; what is bound by it still is.
          if (account === '' && !isOffered(way, status)) return null
          // The account of a code has no name that anybody would know, and may be taken for another.
          const isNameless = way.kind === 'code'
          return (
            <Binding
              key={way.name}
              mark={<LoginMark mark={way.mark} />}
              name={t(`way.${way.name}`)}
              account={isNameless && account !== '' ? t('bound') : account}
              isOn={isOffered(way, status)}
              door={way.switch.option}
              {...(account === '' ? { action: t('bind') } : isNameless ? { action: t('rebind') } : {})}
              pending={leave.isPending && leave.variables.name === way.name}
              onBind={() => (way.kind === 'redirect' ? leave.mutate(way) : setAsking(way))}
            />
          )
        })}
      </ul>
      <Overlay onClose={close}>{asking === 'email' && <EmailDialog onClose={close} />}</Overlay>
      <Overlay onClose={close}>
        {asking && asking !== 'email' && (
          <WayDialog
            way={asking}
            title={t('bindWay', { name: t(`way.${asking.name}`) })}
            action={t('bind')}
            onProof={(proof) => bind(asking, proof)}
            onClose={close}
          />
        )}
      </Overlay>
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
  /** The setting that the super admin finds where it is not offered. */
  door: string
  /** Why it is not, where the button's word does not say so. */
  offText?: string
  pending?: boolean
  onBind(): void
}

function Binding({ mark, name, account, isOn, action, door, offText, pending = false, onBind }: BindingProps) {
  const t = useText('personal')
  return (
    <li className="flex items-center gap-3 py-2.5 first:pt-1 last:pb-0">
      <span className="grid size-8 shrink-0 place-items-center rounded-lg bg-hover [&_svg]:size-4">{mark}</span>
      <div className="min-w-0 flex-1">
        <p className="font-medium">{name}</p>
        <p className="truncate text-[13px] text-muted">{account === '' ? t('unbound') : account}</p>
        {!isOn && action !== undefined && (
          <p className="text-[13px] text-muted empty:hidden">
            {offText && <span>{offText} </span>}
            <OptionDoor option={door}>{offText && t('mailOffAsk')}</OptionDoor>
          </p>
        )}
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
