import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { enterWith, type WayProof } from '../../lib/dialog-ways.ts'
import { useText } from '../../lib/i18n.ts'
import { lazyPart } from '../../lib/lazy-part.tsx'
import { leaveForProvider, type Provider } from '../../lib/leave-for-provider.ts'
import { type DialogWay, isOffered, type ListedWay, lastWayPreference, signinWays } from '../../lib/login-ways.ts'
import { notify } from '../../lib/notify.ts'
import { rememberUser } from '../../lib/session.ts'
import { useStatus } from '../../lib/status.ts'
import { useStore } from '../../lib/store.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { LoginMark } from '../../ui/login-mark.tsx'
import { Overlay } from '../../ui/overlay.tsx'

const WayDialog = lazyPart(() => import('../../ui/way-dialog.tsx'), 'WayDialog')

/** A button for every way to sign in that the operator has turned on. */
export function ExternalLogins() {
  const t = useText('session')
  const navigate = useNavigate()
  const status = useStatus()
  const [asking, setAsking] = useState<DialogWay | null>(null)
  const leave = useMutation({
    mutationFn: (way: Provider) => leaveForProvider(way, status),
    onMutate: ({ name }) => lastWayPreference.set(name),
  })
  const enter = async (way: DialogWay, proof: WayProof) => {
    const user = await enterWith(way, proof)
    lastWayPreference.set(way.name)
    rememberUser(user)
    notify.success(t('loginDone'))
    await navigate({ to: '/' })
  }
  const shown = signinWays.filter((way) => isOffered(way, status))
  if (shown.length === 0) return null
  return (
    <div className="mt-5 grid gap-4">
      <div className="flex items-center gap-3 text-xs text-muted before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
        {t('orContinue')}
      </div>
      <div className="grid gap-2.5">
        {shown.map((way) => (
          <WayButton
            key={way.name}
            way={way}
            loading={leave.isPending && leave.variables.name === way.name}
            onClick={() => (way.kind === 'redirect' ? leave.mutate(way) : setAsking(way))}
          />
        ))}
      </div>
      <Overlay onClose={() => setAsking(null)}>
        {asking && (
          <WayDialog
            way={asking}
            title={t('loginWith', { name: t(`way.${asking.name}`) })}
            action={t('login')}
            onProof={(proof) => enter(asking, proof)}
            onClose={() => setAsking(null)}
          />
        )}
      </Overlay>
    </div>
  )
}

type WayButtonProps = { way: ListedWay; loading: boolean; onClick: () => void }

function WayButton({ way, loading, onClick }: WayButtonProps) {
  const t = useText('session')
  const isLast = useStore(lastWayPreference) === way.name
  return (
    <Button size="block" loading={loading} onClick={onClick} className="relative">
      <LoginMark mark={way.mark} />
      {t('continueWith', { name: t(`way.${way.name}`) })}
      {isLast && (
        <span className="absolute inset-y-0 right-2 flex items-center">
          <Badge tone="brand">{t('lastUsed')}</Badge>
        </span>
      )}
    </Button>
  )
}
