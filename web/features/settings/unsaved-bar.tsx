import clsx from 'clsx'
import { useText } from '../../lib/i18n.ts'
import { useLeaveGuard } from '../../lib/leave-guard.ts'
import { sidebarPreference } from '../../lib/preferences.ts'
import { useStatus } from '../../lib/status.ts'
import { useStore } from '../../lib/store.ts'
import { Button } from '../../ui/button.tsx'
import { useChangedKeys, useIsSaving, useSettings } from './settings-state.ts'
import { useSave } from './use-save.ts'

/** Floats over the page while anything on any tab is unsaved, and guards the page. */
export function UnsavedBar() {
  const t = useText('settings')
  const { draft } = useSettings()
  const save = useSave()
  const saving = useIsSaving()
  const keys = useChangedKeys()
  const status = useStatus()
  const isSidebarNarrow = useStore(sidebarPreference) ?? status.default_collapse_sidebar
  useLeaveGuard(keys.length > 0 && !saving)
  if (keys.length === 0) return null
  return (
    <>
      {/* The end of the page is scrolled above it. */}
      <div className="h-16 print:hidden" />
      <section
        data-unsaved-bar
        aria-label={t('unsaved', { count: keys.length })}
        className={clsx(
          'print:hidden fixed inset-x-4 bottom-5 z-30 mx-auto flex w-fit max-w-full items-center gap-2 rounded-xl border bg-pop py-2 pr-2 pl-4 shadow-xl transition-[opacity,translate] duration-150 starting:translate-y-2 starting:opacity-0',
          // In the middle of the page, which begins beside the sidebar.
          isSidebarNarrow ? 'md:left-18' : 'md:left-62',
        )}
      >
        <span role="status" className="mr-4 font-medium">
          {t('unsaved', { count: keys.length })}
        </span>
        <Button variant="ghost" disabled={saving} onClick={draft.discard}>
          {t('discard')}
        </Button>
        <Button variant="primary" loading={saving} onClick={() => void save(keys)}>
          {t('saveAll')}
        </Button>
      </section>
    </>
  )
}
