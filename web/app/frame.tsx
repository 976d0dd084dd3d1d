import { Outlet, useLocation, useMatches } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { useText } from '../lib/i18n.ts'
import { isAdmin, useUser } from '../lib/session.ts'
import { useStatus } from '../lib/status.ts'
import { useStore } from '../lib/store.ts'
import { Footer } from './footer.tsx'
import { Header } from './header.tsx'
import { closeOverlay, overlayStore } from './overlay-state.ts'
import { useShellHotkeys } from './shell-hotkeys.ts'
import { Sidebar } from './sidebar.tsx'

const NavigationSheet = lazy(() =>
  import('./navigation-sheet.tsx').then((module) => ({ default: module.NavigationSheet })),
)
const CommandPalette = lazy(() =>
  import('./command-palette.tsx').then((module) => ({ default: module.CommandPalette })),
)
const StorageNotice = lazy(() => import('./storage-notice.tsx').then((module) => ({ default: module.StorageNotice })))
const ShortcutsDialog = lazy(() =>
  import('./shortcuts-dialog.tsx').then((module) => ({ default: module.ShortcutsDialog })),
)

/** Everything around a page: header, side bar, footer, palette. */
export function Frame() {
  const t = useText()
  const user = useUser()
  const [sheet, setSheet] = useState<'unused' | 'open' | 'closed'>('unused')
  const overlay = useStore(overlayStore)
  const main = useRef<HTMLElement>(null)
  const pathname = useLocation({ select: (location) => location.pathname })
  const layout = useMatches({ select: (matches) => matches.at(-1)?.staticData.layout }) ?? 'page'
  const hasSidebar = user !== null && layout === 'page'
  useShellHotkeys(user !== null)
  useDocumentTitle()

  // After a change of page, keyboard and screen reader start at its content.
  const previous = useRef(pathname)
  useEffect(() => {
    if (previous.current === pathname) return
    previous.current = pathname
    if (!main.current?.contains(document.activeElement)) main.current?.focus({ preventScroll: true })
  }, [pathname])

  return (
    <div className="flex min-h-dvh flex-col">
      <a
        href="#main"
        className="fixed top-2 left-2 z-60 -translate-y-20 rounded-lg bg-brand px-3 py-2 font-medium text-brand-fg focus:translate-y-0"
      >
        {t('skipToContent')}
      </a>
      <Header onOpenNavigation={() => setSheet('open')} />
      <div className="flex flex-1">
        {hasSidebar && <Sidebar />}
        <div className="flex min-w-0 flex-1 flex-col">
          <Suspense>{isAdmin(user) && <StorageNotice />}</Suspense>
          <main
            id="main"
            ref={main}
            tabIndex={-1}
            className={layout === 'full' || layout === 'bare' ? 'flex flex-1 flex-col' : 'w-full flex-1 p-4 md:p-6'}
          >
            <Outlet />
          </main>
          {layout !== 'full' && <Footer />}
        </div>
      </div>
      <Suspense>
        {sheet !== 'unused' && <NavigationSheet open={sheet === 'open'} onClose={() => setSheet('closed')} />}
        {overlay === 'palette' && <CommandPalette />}
        {overlay === 'shortcuts' && <ShortcutsDialog onClose={closeOverlay} />}
      </Suspense>
    </div>
  )
}

const useDocumentTitle = () => {
  const t = useText()
  const { system_name } = useStatus()
  const key = useMatches({ select: (matches) => matches.at(-1)?.staticData.title })
  useEffect(() => {
    document.title = key ? `${t(key)} · ${system_name}` : system_name
  }, [t, key, system_name])
}
