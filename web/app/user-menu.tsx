import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { LogOut, Rocket, UserRound, Wallet } from 'lucide-react'
import { session } from '#contract/session.ts'
import { call } from '../lib/api.ts'
import { useCommand } from '../lib/commands.ts'
import { useText } from '../lib/i18n.ts'
import { notify } from '../lib/notify.ts'
import { usePages } from '../lib/pages.ts'
import { forgetUser, isRoot, useUser } from '../lib/session.ts'
import { mayLeave } from '../lib/unsaved-entries.ts'
import { Avatar } from '../ui/avatar.tsx'
import { Menu } from '../ui/menu.tsx'

const walletPath: string = '/topup'

export function UserMenu() {
  const t = useText()
  const user = useUser()
  const navigate = useNavigate()
  const exists = usePages()
  const openStart = () => void navigate({ to: '/start' })
  const logout = useMutation({
    mutationFn: () => call(session.logout),
    onSuccess: async () => {
      forgetUser()
      notify.success(t('loggedOut'))
      // It was asked about before.
      await navigate({ to: '/login', ignoreBlocker: true })
    },
  })
  if (!user) return null
  return (
    <>
      {isRoot(user) && <StartCommand onRun={openStart} />}
      <Menu
        entries={[
          { label: t('personal'), icon: <UserRound />, onSelect: () => void navigate({ to: '/personal' }) },
          ...(exists(walletPath)
            ? [{ label: t('wallet'), icon: <Wallet />, onSelect: () => void navigate({ to: walletPath }) }]
            : []),
          ...(isRoot(user) ? [{ label: t('start'), icon: <Rocket />, onSelect: openStart }] : []),
          'separator',
          {
            label: t('logout'),
            icon: <LogOut />,
            onSelect: () => void mayLeave().then((isMeant) => isMeant && logout.mutate()),
          },
        ]}
        trigger={(props) => (
          <button
            type="button"
            {...props}
            title={user.username}
            aria-label={`${t('account')}: ${user.username}`}
            className="ml-1 grid size-9 place-items-center rounded-full hover:bg-hover"
          >
            <Avatar name={user.display_name || user.username} size={28} />
          </button>
        )}
      />
    </>
  )
}

/** The way to the first call is found again in the palette. */
function StartCommand({ onRun }: { onRun(): void }) {
  const t = useText()
  useCommand({ id: 'start', label: t('start'), run: onRun })
  return null
}
