import { Bookmark, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useText } from '../../lib/i18n.ts'
import type { Filters } from '../../lib/list-filters.ts'
import { notify } from '../../lib/notify.ts'
import { type KnownParts, type OpenView, openView, type SavedView, viewsPreference } from '../../lib/saved-views.ts'
import { useStore } from '../../lib/store.ts'
import { Button } from '../button.tsx'
import { Dialog } from '../dialog.tsx'
import { Field } from '../field.tsx'
import { IconButton } from '../icon-button.tsx'
import { Input } from '../input.tsx'
import { Menu } from '../menu.tsx'

type ListViewsProps<F extends Filters> = {
  /** What the views are kept under. */
  name: string
  parts: KnownParts<F>
  /** How the list is seen now. */
  current: Omit<SavedView, 'name'>
  onOpen(view: Omit<OpenView<F>, 'gone'> & { dense: boolean }): void
}

/** Ways to see a list that somebody saved in this browser. */
export function ListViews<F extends Filters>({ name, parts, current, onOpen }: ListViewsProps<F>) {
  const t = useText('lists')
  const [preference] = useState(() => viewsPreference(name))
  const views = useStore(preference)
  const [dialog, setDialog] = useState<'save' | 'delete'>()
  const open = (view: SavedView) => {
    const { gone, ...shown } = openView(view, parts)
    onOpen({ ...shown, dense: view.dense })
    if (gone.length > 0) notify.warning(t('viewParts', { name: view.name, count: gone.length, parts: gone.join(', ') }))
  }
  const remove = (gone: string) => preference.set(views.filter((view) => view.name !== gone))
  const save = (title: string) => {
    preference.set([...views.filter((view) => view.name !== title), { name: title, ...current }])
    notify.success(t('viewSaved', { name: title }))
    setDialog(undefined)
  }
  return (
    <>
      <Menu
        entries={[
          ...views.map((view) => ({ label: view.name, icon: <Bookmark />, onSelect: () => open(view) })),
          ...(views.length > 0 ? (['separator'] as const) : []),
          { label: t('saveView'), onSelect: () => setDialog('save') },
          ...(views.length > 0 ? [{ label: t('deleteViews'), onSelect: () => setDialog('delete') }] : []),
        ]}
        trigger={(trigger) => <IconButton {...trigger} tone="framed" label={t('views')} icon={<Bookmark />} />}
      />
      {dialog === 'save' && (
        <SaveView taken={views.map((view) => view.name)} onSave={save} onClose={() => setDialog(undefined)} />
      )}
      <Dialog open={dialog === 'delete'} onClose={() => setDialog(undefined)} size="sm" title={t('views')}>
        <ul className="grid gap-1">
          {views.map((view) => (
            <li key={view.name} className="flex items-center justify-between gap-2">
              <span className="min-w-0 break-words">{view.name}</span>
              <IconButton
                label={t('deleteView', { name: view.name })}
                icon={<Trash2 />}
                onClick={() => remove(view.name)}
              />
            </li>
          ))}
          {views.length === 0 && <li className="text-muted">{t('noViews')}</li>}
        </ul>
      </Dialog>
    </>
  )
}

type SaveViewProps = { taken: readonly string[]; onSave(name: string): void; onClose(): void }

function SaveView({ taken, onSave, onClose }: SaveViewProps) {
  const t = useText('lists')
  const [name, setName] = useState('')
  const title = name.trim()
  return (
    <Dialog open onClose={onClose} size="sm" title={t('saveViewTitle')}>
      <form
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          if (title !== '') onSave(title)
        }}
      >
        <Field label={t('viewName')} {...(taken.includes(title) ? { hint: t('viewNameTaken') } : {})}>
          {(field) => (
            <Input {...field} value={name} maxLength={40} onChange={(event) => setName(event.target.value)} />
          )}
        </Field>
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button variant="primary" type="submit" disabled={title === ''}>
            {t('save')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
