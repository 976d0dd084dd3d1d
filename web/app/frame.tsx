import { useQuery } from '@tanstack/react-query'
import { Outlet, useMatches } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { status } from '#contract/status.ts'
import { connectionStore } from '../lib/connection.ts'
import { useText, withTexts } from '../lib/i18n.ts'
import { lazyPart } from '../lib/lazy-part.tsx'
import { endpointQuery } from '../lib/query.ts'
import { isAdmin, useUser } from '../lib/session.ts'
import { ShownSearch } from '../lib/shown-search.tsx'
import { useStatus, useStatusWatch } from '../lib/status.ts'
import { useStore } from '../lib/store.ts'
import { Boundary } from '../ui/boundary.tsx'
import { Notice } from '../ui/notice.tsx'
import { Overlay } from '../ui/overlay.tsx'
import { useDocumentTitle } from './document-title.ts'
import { Footer } from './footer.tsx'
import { Header } from './header.tsx'
import { closeOverlay, overlayStore } from './overlay-state.ts'
import { useShellHotkeys } from './shell-hotkeys.ts'
import { Sidebar } from './sidebar.tsx'

const NavigationSheet = lazyPart(() => import('./navigation-sheet.tsx'), 'NavigationSheet')
const CommandPalette = lazyPart(() => withTexts('dialogs', import('./command-palette.tsx')), 'CommandPalette')
const StorageNotice = lazyPart(() => withTexts('dialogs', import('./storage-notice.tsx')), 'StorageNotice')
const ShortcutsDialog = lazyPart(() => withTexts('dialogs', import('./shortcuts-dialog.tsx')), 'ShortcutsDialog')

/** Everything around a page: header, side bar, footer, palette. */
export function Frame() {
  const t = useText()
  const user = useUser()
  const [isSheetOpen, setSheetOpen] = useState(false)
  const closeSheet = () => setSheetOpen(false)
  const overlay = useStore(overlayStore)
  const isReached = useStore(connectionStore)
  const main = useRef<HTMLElement>(null)
  // Of the page that is drawn, not of one that is still on its way.
  const pathname = useMatches({ select: (matches) => matches.at(-1)?.pathname })
  const layout = useMatches({ select: (matches) => matches.at(-1)?.staticData.layout }) ?? 'page'
  const hasSidebar = user !== null && (layout === 'page' || layout === 'tool')
  const isPaused = useStatus().calls_paused
  useStatusWatch(isAdmin(user))
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
      <Header onOpenNavigation={() => setSheetOpen(true)} />
      <div className="flex flex-1">
        {hasSidebar && <Sidebar />}
        <div className="flex min-w-0 flex-1 flex-col">
          <Boundary isOptional>{!isReached && <ConnectionNotice />}</Boundary>
          <Boundary isOptional>{isAdmin(user) && isPaused && <StorageNotice />}</Boundary>
          <main
            id="main"
            ref={main}
            tabIndex={-1}
            className={layout === 'page' || layout === 'plain' ? 'w-full flex-1 p-4 md:p-6' : 'flex flex-1 flex-col'}
          >
            {/* What was typed, chosen and read by one user is not the next one's. */}
            <ShownSearch key={user?.id ?? 'nobody'} pathname={pathname}>
              <Outlet />
            </ShownSearch>
          </main>
          {layout !== 'full' && layout !== 'tool' && <Footer />}
        </div>
      </div>
      <Overlay onClose={closeSheet}>{isSheetOpen && <NavigationSheet onClose={closeSheet} />}</Overlay>
      <Overlay onClose={closeOverlay}>{overlay === 'palette' && <CommandPalette />}</Overlay>
      <Overlay onClose={closeOverlay}>{overlay === 'shortcuts' && <ShortcutsDialog onClose={closeOverlay} />}</Overlay>
    </div>
  )
}

const untilNextTry = 5000

/**
 * As long as the server is not reached: it goes by itself, since every call that is answered ends it. Not loaded when it
 * is wanted: then nothing can be.
 */
function ConnectionNotice() {
  const t = useText()
  useQuery({ ...endpointQuery(status.read), refetchInterval: untilNextTry, retry: false })
  return (
    <Notice tone="bad" title={t('connectionLost')} className="m-4 mb-0 md:mx-6">
      {t('connectionHelp')}
    </Notice>
  )
}
