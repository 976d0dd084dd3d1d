import clsx from 'clsx'
import { PanelLeftClose, PanelLeftOpen } from 'lucide-react'
import { useText } from '../lib/i18n.ts'
import { sidebarPreference } from '../lib/preferences.ts'
import { useStatus } from '../lib/status.ts'
import { useStore } from '../lib/store.ts'
import { NavigationLinks } from './navigation-links.tsx'

/** 232 px wide, or 56 with icons only; the user's choice is kept, the default is the operator's. */
export function Sidebar() {
  const t = useText()
  const status = useStatus()
  const narrow = useStore(sidebarPreference) ?? status.default_collapse_sidebar
  const Icon = narrow ? PanelLeftOpen : PanelLeftClose
  const label = narrow ? t('expandSidebar') : t('collapseSidebar')
  return (
    <div
      className={clsx(
        'sticky top-14 hidden h-[calc(100dvh-3.5rem)] shrink-0 flex-col border-r bg-card md:flex print:hidden',
        narrow ? 'w-14' : 'w-58',
      )}
    >
      <nav aria-label={t('navigation')} className={clsx('flex-1 overflow-auto py-4', narrow ? 'px-2' : 'px-3')}>
        <NavigationLinks narrow={narrow} />
      </nav>
      <div className={clsx('border-t py-2', narrow ? 'px-2' : 'px-3')}>
        <button
          type="button"
          title={label}
          aria-expanded={!narrow}
          aria-label={label}
          onClick={() => sidebarPreference.set(!narrow)}
          className="flex h-8.5 w-full items-center gap-2.5 rounded-lg px-2.5 text-muted hover:bg-hover hover:text-fg"
        >
          <Icon className="size-4 shrink-0" strokeWidth={1.8} aria-hidden />
          {!narrow && <span className="truncate">{label}</span>}
        </button>
      </div>
    </div>
  )
}
