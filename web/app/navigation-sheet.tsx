import { useText } from '../lib/i18n.ts'
import { useStatus } from '../lib/status.ts'
import { Drawer } from '../ui/drawer.tsx'
import { HeaderLinks } from './header-links.tsx'
import { NavigationFacts } from './navigation-facts.tsx'
import { NavigationLinks } from './navigation-links.tsx'

/** The navigation of a phone. */
export function NavigationSheet({ onClose }: { onClose: () => void }) {
  const t = useText()
  const { system_name } = useStatus()
  return (
    <Drawer open onClose={onClose} side="left" title={system_name} bare>
      <nav aria-label={t('navigation')} className="grid gap-4 p-3">
        <NavigationFacts onNavigate={onClose} />
        <NavigationLinks onNavigate={onClose} />
        <div className="grid gap-0.5 border-t pt-3">
          <HeaderLinks onNavigate={onClose} />
        </div>
      </nav>
    </Drawer>
  )
}
