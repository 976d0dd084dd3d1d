import { useRef, useState } from 'react'
import { useText } from '../../../lib/i18n.ts'
import { notify } from '../../../lib/notify.ts'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { RecordField } from '../../../ui/record-field.tsx'
import { Textarea } from '../../../ui/textarea.tsx'
import type { ChannelEdit } from './channel-form.ts'
import { hasManyKeys, isKeyList, keysAsList, oneKey, repeatedKeys, splitKeys } from './channel-keys.ts'

type KeyFieldProps = {
  edit: ChannelEdit
  placeholder: string
  /** A key of this provider is one document. */
  isDocument: boolean
  /** Keys may also be for a channel each. */
  isNew: boolean
  onPaste: ((pasted: string) => void) | undefined
}

/** One key, or a list of them. A list is recognised by itself; who switches it off is not asked again. */
export function KeyField({ edit, placeholder, isDocument, isNew, onPaste }: KeyFieldProps) {
  const t = useText('channels')
  const [isDecided, setDecided] = useState(false)
  const { form } = edit
  /** As it was typed: a list is written in lines, and one key stays as it is. */
  const typed = useRef('')
  const [text, isList, isBatch] = form.watch(['key', 'isKeyList', 'isBatch'])
  const showsList = isList && !isDocument
  const count = splitKeys(text).length
  const canBatch = isNew && hasManyKeys(text, isDocument, isList)
  const keyHint = showsList && count > 0 ? t(canBatch && isBatch ? 'keyCountEach' : 'keyCount', { count }) : undefined
  return (
    <div className="grid gap-2">
      <RecordField edit={edit} name="key" hint={keyHint}>
        {({ onChange, ...field }) => (
          <Textarea
            {...field}
            rows={isDocument || showsList ? 5 : 1}
            spellCheck={false}
            autoComplete="off"
            placeholder={placeholder}
            className={`font-mono text-[13px] ${isDocument || showsList ? '' : 'min-h-9!'}`}
            onBlur={() => {
              if (showsList) {
                const repeated = repeatedKeys(text)
                if (repeated > 0) notify.info(t('keysRepeated', { count: repeated }))
                form.setValue('key', keysAsList(text), { shouldDirty: true })
              }
              field.onBlur()
            }}
            onPaste={(event) => onPaste?.(event.clipboardData.getData('text'))}
            onChange={(event) => {
              typed.current = event.target.value
              onChange(event)
              if (!isDecided && isKeyList(event.target.value, isDocument)) form.setValue('isKeyList', true)
            }}
          />
        )}
      </RecordField>
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
