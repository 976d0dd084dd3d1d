import { useRef, useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { useText } from '../../../lib/i18n.ts'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { FormField } from '../../../ui/form-field.tsx'
import { Textarea } from '../../../ui/textarea.tsx'
import { hasManyKeys, isKeyList, keysAsList, oneKey, splitKeys } from './channel-keys.ts'
import type { ChannelFormValues } from './channel-values.ts'

type KeyFieldProps = {
  form: UseFormReturn<ChannelFormValues>
  placeholder: string
  required: boolean
  /** A key of this provider is one document. */
  isDocument: boolean
  /** Keys may also be for a channel each. */
  isNew: boolean
}

/** One key, or a list of them. A list is recognised by itself; who switches it off is not asked again. */
export function KeyField({ form, placeholder, required, isDocument, isNew }: KeyFieldProps) {
  const t = useText('channels')
  const [isDecided, setDecided] = useState(false)
  /** As it was typed: a list is written in lines, and one key stays as it is. */
  const typed = useRef('')
  const [text, isList, isBatch] = form.watch(['key', 'isKeyList', 'isBatch'])
  const showsList = isList && !isDocument
  const count = splitKeys(text).length
  const canBatch = isNew && hasManyKeys(text, isDocument, isList)
  const keyHint = showsList && count > 0 ? t(canBatch && isBatch ? 'keyCountEach' : 'keyCount', { count }) : undefined
  return (
    <div className="grid gap-2">
      <FormField control={form.control} name="key" label={t('fieldKey')} hint={keyHint} required={required}>
        {({ onChange, ...field }) => (
          <Textarea
            {...field}
            rows={isDocument || showsList ? 5 : 1}
            spellCheck={false}
            autoComplete="off"
            placeholder={placeholder}
            className={`font-mono text-[13px] ${isDocument || showsList ? '' : 'min-h-9!'}`}
            onBlur={() => {
              if (showsList) form.setValue('key', keysAsList(text), { shouldDirty: true })
              field.onBlur()
            }}
            onChange={(event) => {
              typed.current = event.target.value
              onChange(event)
              if (!isDecided && isKeyList(event.target.value, isDocument)) form.setValue('isKeyList', true)
            }}
          />
        )}
      </FormField>
      {!isDocument && (
        <Checkbox
          checked={isList}
          onChange={(next) => {
            setDecided(true)
            form.setValue('isKeyList', next)
            form.setValue('key', next ? keysAsList(text) : oneKey(typed.current, text), { shouldDirty: true })
          }}
        >
          <span className="text-[13px]">{t('keyList')}</span>
        </Checkbox>
      )}
      {canBatch && (
        <Checkbox checked={isBatch} onChange={(next) => form.setValue('isBatch', next, { shouldDirty: true })}>
          <span className="text-[13px]">{t('keyEach')}</span>
          <span className="block text-xs text-muted">{t('keyEachHint')}</span>
        </Checkbox>
      )}
    </div>
  )
}
