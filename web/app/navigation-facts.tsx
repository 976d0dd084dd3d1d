import { Search } from 'lucide-react'
import { useText } from '../lib/i18n.ts'
import { isAdmin, useUser } from '../lib/session.ts'
import { Boundary } from '../ui/boundary.tsx'
import { Button } from '../ui/button.tsx'
import { Balance } from './header-extras.tsx'
import { openPalette } from './overlay-state.ts'
import { StoppedChannels } from './stopped-channels.tsx'

/** What a narrow header has no room for: the command palette, the balance, and channels that stopped by themselves. */
export function NavigationFacts({ onNavigate }: { onNavigate: () => void }) {
  const t = useText()
  const user = useUser()
  if (!user) return null
  const search = () => {
    onNavigate()
    openPalette()
  }
  return (
    <div className="flex flex-wrap items-center gap-1 border-b pb-3">
      <Button size="sm" onClick={search}>
        <Search aria-hidden />
        {t('search')}
      </Button>
      <Boundary isOptional>
        <Balance className="flex" onOpen={onNavigate} />
        {isAdmin(user) && <StoppedChannels className="flex" onOpen={onNavigate} />}
      </Boundary>
    </div>
  )
}
