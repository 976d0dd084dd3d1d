import './app.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { ignoreDoubleClicks } from '../lib/double-clicks.ts'
import { behindForm } from '../lib/form-path.ts'
import { commonText, startLanguage } from '../lib/i18n.ts'
import { notify } from '../lib/notify.ts'
import { onOptionWanted } from '../lib/option-door.ts'
import { forgetChanges } from '../lib/pending-changes.ts'
import { queryClient } from '../lib/query.ts'
import { startScheme } from '../lib/scheme.ts'
import { currentUser, onIdentityChange, onSessionExpired } from '../lib/session.ts'
import { currentStatus, onStatusChange, startStatus } from '../lib/status.ts'
import { DialogHost } from '../ui/dialog-host.tsx'
import { Toaster } from '../ui/toaster.tsx'
import { closeOverlay } from './overlay-state.ts'
import { forgetRecentEntries } from './recent-entries.ts'
import { preloadPage, router } from './router.tsx'

// Not at the top level: chunks that pages share with this file must not wait for pages to load.
void start()

async function start() {
  startScheme()
  ignoreDoubleClicks(document)
  watchStatus()
  watchIdentity()
  onSessionExpired(() => void router.navigate({ to: '/login', search: { expired: 'true' } }))
  onOptionWanted((option) => void router.navigate({ to: '/setting', search: { keyword: option } }))
  const language = startLanguage()
  preloadPage()
  await startStatus(async () => {
    await language
    notify.error(commonText('errorUnreachable'))
  })
  await Promise.all([language, router.load()])
  draw()
  guardFocusOnceUsed()
}

/** Whoever only reads needs none of it, and whoever gets none has what browsers do by themselves. */
function guardFocusOnceUsed() {
  const first = new AbortController()
  const load = () => {
    first.abort()
    void import('../ui/focus-guard.ts').then(({ guardFocus }) => guardFocus()).catch(() => {})
  }
  for (const type of ['keydown', 'pointerdown', 'click'] as const)
    document.addEventListener(type, load, { capture: true, signal: first.signal })
}

/** Whoever comes next finds nothing of what was open, and not the form either that stands in the address. */
function watchIdentity() {
  let last = currentUser()?.id
  onIdentityChange(async () => {
    const [before, now] = [last, currentUser()?.id]
    last = now
    queryClient.clear()
    forgetChanges()
    forgetRecentEntries()
    closeOverlay()
    const behind = behindForm(router.state.location)
    const isSomebodyElse = before !== undefined && now !== undefined && before !== now
    if (isSomebodyElse && behind) await router.navigate({ ...behind, replace: true })
    // The guards looked at who was signed in before.
    await router.invalidate()
    // Signed in in another tab: here he would be asked who he is.
    if (now !== undefined && router.state.location.pathname === '/login')
      await router.navigate({ to: '/token', replace: true })
  })
}

/** The guards looked at what the browser remembered: they are asked again when the server says something else. */
function watchStatus() {
  let wasSetUp = currentStatus().setup
  onStatusChange(() => {
    const { setup } = currentStatus()
    if (setup !== wasSetUp) void router.invalidate()
    wasSetUp = setup
  })
}

function draw() {
  const container = document.getElementById('root')
  if (!container) return
  createRoot(container).render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
        <Toaster />
        <DialogHost />
      </QueryClientProvider>
    </StrictMode>,
  )
}
