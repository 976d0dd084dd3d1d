import type { SettingEntry } from '#contract/channel-field-kinds.ts'
import type { ChannelSettingName, SettingOf } from '#contract/channel-field-parts.ts'
import { useText } from '../../../lib/i18n.ts'
import { Field } from '../../../ui/field.tsx'
import { Input } from '../../../ui/input.tsx'
import { Select } from '../../../ui/select.tsx'
import { Switch } from '../../../ui/switch.tsx'
import { isProxy } from './channel-setting.ts'

type SettingFieldProps = {
  name: ChannelSettingName
  entry: SettingEntry
  value: string | boolean
  isLocked: boolean
  dialects: readonly string[]
  onChange(value: string | boolean): void
}

/** A member of the setting as its kind is drawn. */
export function SettingField({ name, entry, value, isLocked, dialects, onChange }: SettingFieldProps) {
  const t = useText('channels')
  const isWrong = entry.kind === 'proxy' && value !== '' && !isProxy(String(value))
  const texts = { label: t(`setting.${name}`), hint: t(`setting.${name}.hint`) }
  switch (entry.kind) {
    case 'flag':
      return (
        <Field {...texts} inline>
          {({ id, 'aria-describedby': describedBy }) => (
            <Switch
              id={id}
              aria-describedby={describedBy}
              disabled={isLocked}
              checked={value === true}
              onChange={onChange}
            />
          )}
        </Field>
      )
    case 'word':
      return (
        <Field {...texts}>
          {(control) => (
            <Select
              {...control}
              disabled={isLocked}
              value={value === entry.word ? entry.word : usual}
              choices={[
                { value: usual, label: t(`setting.${wordName(name)}.usual`) },
                { value: entry.word, label: t(`setting.${wordName(name)}.word`) },
              ]}
              onChange={(next) => onChange(next === entry.word ? entry.word : '')}
            />
          )}
        </Field>
      )
    case 'dialect':
      return (
        <Field {...texts}>
          {(control) => (
            <Select
              {...control}
              disabled={isLocked}
              value={dialects.includes(String(value)) ? String(value) : usual}
              choices={[
                { value: usual, label: t('dialectByItself') },
                ...dialects.map((dialect) => ({ value: dialect, label: dialect })),
              ]}
              onChange={(next) => onChange(next === null || next === usual ? '' : next)}
            />
          )}
        </Field>
      )
    default:
      return (
        <Field {...texts} error={isWrong ? t('proxyWrong') : undefined}>
          {(control) => (
            <Input
              {...control}
              disabled={isLocked}
              value={String(value)}
              {...(entry.kind === 'proxy' ? { placeholder: 'socks5://user:password@host:1080' } : {})}
              spellCheck={false}
              onChange={(event) => onChange(event.target.value.trim())}
            />
          )}
        </Field>
      )
  }
}

// seam: the entry of this name is one of a word
const wordName = (name: ChannelSettingName) => name as SettingOf<'word'>

const usual = 'usual'
