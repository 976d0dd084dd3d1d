import { type ReactNode, useState } from 'react'
import { useText } from '../lib/i18n.ts'
import { useLeaveGuard } from '../lib/leave-guard.ts'
import { notify } from '../lib/notify.ts'
import { Button } from './button.tsx'
import { CardSection } from './card.tsx'
import { isJson } from './json-input.tsx'
import { type SettingField, SettingInput } from './setting-input.tsx'

type SettingsFormProps = {
  title: ReactNode
  description?: ReactNode
  fields: readonly SettingField[]
  /** The stored texts by key; a key that is missing counts as empty. */
  values: Readonly<Record<string, string>>
  /** One call per option; throws what the server said. */
  save(key: string, value: string): Promise<unknown>
  /** After all went well: reload the values. */
  onSaved(): Promise<unknown>
  /** Extra controls below the fields. */
  children?: ReactNode
}

/**
 * A section of options that draws itself from its fields. Only changed keys are sent; unsaved changes stick to the
 * bottom of the screen and guard the page. Booleans are the texts `true` and `false`.
 */
export function SettingsForm({ title, description, fields, values, save, onSaved, children }: SettingsFormProps) {
  const t = useText()
  const [draft, setDraft] = useState<Readonly<Record<string, string>>>({})
  const [shown, setShown] = useState(false)
  const [saving, setSaving] = useState(false)
  const textOf = (key: string) => draft[key] ?? values[key] ?? ''
  const changed = fields.filter(({ key }) => draft[key] !== undefined && draft[key] !== (values[key] ?? ''))
  const errorOf = (field: SettingField) => settingError(field, textOf(field.key), t('jsonInvalid'), t('numberRequired'))
  useLeaveGuard(changed.length > 0 && !saving)

  const submit = async () => {
    if (changed.length === 0) {
      notify.warning(t('nothingChanged'))
      return
    }
    setShown(true)
    if (changed.some((field) => errorOf(field) !== undefined)) {
      notify.error(t('checkInput'))
      return
    }
    setSaving(true)
    const results = await Promise.allSettled(changed.map(({ key }) => save(key, textOf(key))))
    const failures = results.flatMap((result) => (result.status === 'rejected' ? [result.reason as unknown] : []))
    if (failures.length < results.length) await onSaved()
    const done = new Set(
      changed.filter((_field, index) => results[index]?.status === 'fulfilled').map(({ key }) => key),
    )
    setDraft((old) => Object.fromEntries(Object.entries(old).filter(([key]) => !done.has(key))))
    setSaving(false)
    if (failures.length === 0) notify.success(t('saved'))
    else notify.error(failureText(failures, t(results.length > 1 ? 'savePartial' : 'saveFailed')))
  }

  return (
    <CardSection title={title} description={description}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void submit()
        }}
      >
        <div className="grid gap-x-6 gap-y-4.5 md:grid-cols-2">
          {fields.map((field) => (
            <SettingInput
              key={field.key}
              field={field}
              value={textOf(field.key)}
              error={shown ? errorOf(field) : undefined}
              locked={field.enabledBy !== undefined && textOf(field.enabledBy) !== 'true'}
              onChange={(value) => setDraft((old) => ({ ...old, [field.key]: value }))}
            />
          ))}
        </div>
        {children}
        <div
          className={
            changed.length > 0
              ? 'sticky bottom-3 z-10 mt-5 flex items-center gap-2 rounded-xl border bg-pop py-2 pr-2 pl-4 shadow-lg'
              : 'mt-5 flex'
          }
        >
          {changed.length > 0 && (
            <>
              <span className="flex-1 font-medium">{t('unsaved', { count: changed.length })}</span>
              <Button variant="ghost" onClick={() => setDraft({})}>
                {t('discard')}
              </Button>
            </>
          )}
          <Button type="submit" variant={changed.length > 0 ? 'primary' : 'outline'} loading={saving}>
            {t('save')}
          </Button>
        </div>
      </form>
    </CardSection>
  )
}

const settingError = (
  field: SettingField,
  value: string,
  jsonInvalid: string,
  numberRequired: string,
): string | undefined => {
  if (field.control === 'json' && !isJson(value)) return jsonInvalid
  if (field.control === 'number' && (value.trim() === '' || !Number.isFinite(Number(value)))) return numberRequired
  return field.check?.(value)
}

/** The server's own reason is worth more than ours. */
const failureText = (failures: readonly unknown[], general: string): string => {
  const reason = failures.find((failure) => failure instanceof Error && failure.message !== '')
  return reason instanceof Error ? `${general}\n${reason.message}` : general
}
