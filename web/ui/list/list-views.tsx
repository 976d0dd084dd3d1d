import { Bookmark } from 'lucide-react'
import { useState } from 'react'
import { useText } from '../../lib/i18n.ts'
import { lazyPart } from '../../lib/lazy-part.tsx'
import type { Filters } from '../../lib/list-filters.ts'
import { notify } from '../../lib/notify.ts'
import {
  isSameView,
  type KnownParts,
  type OpenView,
  openView,
  type SavedView,
  viewsPreference,
} from '../../lib/saved-views.ts'
import { useStore } from '../../lib/store.ts'
import { IconButton } from '../icon-button.tsx'
import { Menu } from '../menu.tsx'
import { Overlay } from '../overlay.tsx'

const SaveView = lazyPart(() => import('./list-view-dialogs.tsx'), 'SaveView')
const DeleteViews = lazyPart(() => import('./list-view-dialogs.tsx'), 'DeleteViews')

type ListViewsProps<F extends Filters> = {
  /** What the views are kept under. */
  name: string
  parts: KnownParts<F>
  /** How the list is seen now. */
  current: Omit<SavedView, 'name'>
  onOpen(
    view: Omit<OpenView<F>, 'gone'> & {
      dense: boolean
      size: number | undefined
      modes: SavedView['modes'] | undefined
    },
  ): void
}

/** Ways to see a list that somebody saved in this browser. */
export function ListViews<F extends Filters>({ name, parts, current, onOpen }: ListViewsProps<F>) {
  const t = useText('lists')
  const [preference] = useState(() => viewsPreference(name))
  const views = useStore(preference)
  const [dialog, setDialog] = useState<'save' | 'delete'>()
  const open = (view: SavedView) => {
    const { gone, ...shown } = openView(view, parts)
    onOpen({ ...shown, dense: view.dense, size: view.size, modes: view.modes })
    if (gone.length > 0) notify.warning(t('viewParts', { name: view.name, count: gone.length, parts: gone.join(', ') }))
  }
  const remove = (gone: string) => preference.set(views.filter((view) => view.name !== gone))
  const isSaved = views.some((view) => isSameView(view, current))
  const close = () => setDialog(undefined)
  const save = (title: string) => {
    preference.set([...views.filter((view) => view.name !== title), { name: title, ...current }])
    notify.success(t('viewSaved', { name: title }))
    close()
  }
  return (
    <>
      <Menu
        entries={[
          ...views.map((view) => ({ label: view.name, icon: <Bookmark />, onSelect: () => open(view) })),
          ...(views.length > 0 ? (['separator'] as const) : []),
          ...(isSaved ? [] : [{ label: t('saveView'), onSelect: () => setDialog('save') }]),
          ...(views.length > 0 ? [{ label: t('deleteViews'), onSelect: () => setDialog('delete') }] : []),
        ]}
        trigger={(trigger) => <IconButton {...trigger} tone="framed" label={t('views')} icon={<Bookmark />} />}
      />
      <Overlay onClose={close}>
        {dialog === 'save' && <SaveView taken={views.map((view) => view.name)} onSave={save} onClose={close} />}
        {dialog === 'delete' && (
          <DeleteViews names={views.map((view) => view.name)} onDelete={remove} onClose={close} />
        )}
      </Overlay>
    </>
  )
}
