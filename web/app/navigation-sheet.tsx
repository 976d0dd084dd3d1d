import { Search } from 'lucide-react'
import { useText } from '../lib/i18n.ts'
import { useUser } from '../lib/session.ts'
import { useStatus } from '../lib/status.ts'
import { Button } from '../ui/button.tsx'
import { Drawer } from '../ui/drawer.tsx'
import { HeaderLinks } from './header-links.tsx'
import { NavigationLinks } from './navigation-links.tsx'
import { openPalette } from './overlay-state.ts'

/** The navigation of a phone. */
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
          <Button onClick={search}>
            <Search aria-hidden />
            {t('search')}
          </Button>
        )}
        <NavigationLinks onNavigate={onClose} />
        <div className="grid gap-0.5 border-t pt-3">
          <HeaderLinks onNavigate={onClose} />
        </div>
      </nav>
    </Drawer>
  )
}
