import { Search } from 'lucide-react'
import { useText } from '../lib/i18n.ts'
import { lazyPart } from '../lib/lazy-part.tsx'
import { isAdmin, useUser } from '../lib/session.ts'
import { useStatus } from '../lib/status.ts'
import { Boundary } from '../ui/boundary.tsx'
import { Button } from '../ui/button.tsx'
import { Drawer } from '../ui/drawer.tsx'
import { HeaderLinks } from './header-links.tsx'
import { NavigationLinks } from './navigation-links.tsx'
import { openPalette } from './overlay-state.ts'

// The header has loaded them before.
const Balance = lazyPart(() => import('./header-extras.tsx'), 'Balance')
const StoppedChannels = lazyPart(() => import('./stopped-channels.tsx'), 'StoppedChannels')

const figureClass = 'flex h-8.5 flex-1 border pointer-coarse:h-11'

/** The navigation of a phone. What the header has no room for stands above. */
export function NavigationSheet({ onClose }: { onClose: () => void }) {
  const t = useText()
  const { system_name } = useStatus()
  const user = useUser()
  const search = () => {
    onClose()
    openPalette()
  }
  return (
    <Drawer open onClose={onClose} side="left" title={system_name} bare>
      <nav aria-label={t('navigation')} className="grid gap-4 p-3">
        {user && (
          <>
            <div className="flex flex-wrap items-center gap-2 empty:hidden">
              <Boundary isOptional>
                <Balance className={figureClass} onNavigate={onClose} />
                {isAdmin(user) && <StoppedChannels className={figureClass} onNavigate={onClose} />}
              </Boundary>
            </div>
            <Button onClick={search}>
              <Search aria-hidden />
              {t('search')}
            </Button>
          </>
        )}
        <NavigationLinks onNavigate={onClose} />
        <div className="grid gap-0.5 border-t pt-3">
          <HeaderLinks onNavigate={onClose} />
        </div>
      </nav>
    </Drawer>
  )
}
