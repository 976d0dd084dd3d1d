import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useText } from '../../lib/i18n.ts'
import { useAskedClose } from '../../lib/leave-guard.ts'
import { Button } from '../button.tsx'
import { Dialog } from '../dialog.tsx'
import { Field } from '../field.tsx'
import { IconButton } from '../icon-button.tsx'
import { Input } from '../input.tsx'

type DeleteViewsProps = { names: readonly string[]; onDelete(name: string): void; onClose(): void }

export function DeleteViews({ names, onDelete, onClose }: DeleteViewsProps) {
  const t = useText('lists')
  return (
    <Dialog open onClose={onClose} size="sm" title={t('views')}>
      <ul className="grid gap-1">
        {names.map((name) => (
          <li key={name} className="flex items-center justify-between gap-2">
            <span className="min-w-0 break-words">{name}</span>
            <IconButton label={t('deleteView', { name })} icon={<Trash2 />} onClick={() => onDelete(name)} />
          </li>
        ))}
        {names.length === 0 && <li className="text-muted">{t('noViews')}</li>}
      </ul>
    </Dialog>
  )
}

type SaveViewProps = { taken: readonly string[]; onSave(name: string): void; onClose(): void }

export function SaveView({ taken, onSave, onClose }: SaveViewProps) {
  const t = useText('lists')
  const [name, setName] = useState('')
  const title = name.trim()
  const requestClose = useAskedClose(title !== '', onClose)
  return (
    <Dialog open onClose={requestClose} size="sm" title={t('saveViewTitle')}>
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
          <Button onClick={requestClose}>{t('cancel')}</Button>
          <Button variant="primary" type="submit" disabled={title === ''}>
            {t('save')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
