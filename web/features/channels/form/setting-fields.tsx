import type { SettingEntry } from '#contract/channel-field-kinds.ts'
import { type ChannelSettingName, eachSetting } from '#contract/channel-field-parts.ts'
import type { ProviderCard } from '#contract/providers.ts'
import { useText } from '../../../lib/i18n.ts'
import { FormSection } from '../../../ui/form-section.tsx'
import { useFieldValue } from '../../../ui/use-record-form.ts'
import type { ChannelEdit } from './channel-form.ts'
import { readSettings, withSetting } from './channel-setting.ts'
import { SectionFields, useHasSet } from './section-fields.tsx'
import { SettingField } from './setting-field.tsx'

type SettingFieldsProps = { edit: ChannelEdit; provider: ProviderCard | undefined }

/** How the upstream is spoken to: fields for what is known, above the text that holds all of it. */
export function SettingFields({ edit, provider }: SettingFieldsProps) {
  const t = useText('channels')
  const settings = readSettings(useFieldValue(edit, 'setting'))
  const { form } = edit
  const dialects = provider?.dialects ?? []
  const change = (name: ChannelSettingName, value: string | boolean) =>
    form.setValue('setting', withSetting(form.getValues('setting'), name, value), {
      shouldDirty: true,
      shouldValidate: form.formState.touchedFields.setting ?? false,
    })
  const draw = ([name, entry]: Setting) => (
    <SettingField
      key={name}
      name={name}
      entry={entry}
      value={settings?.[name] ?? ''}
      // A text that cannot be read would be lost by a change beside it.
      isLocked={settings === undefined}
      dialects={dialects}
      onChange={(value) => change(name, value)}
    />
  )
  const shown = eachSetting.filter(([, { kind }]) => kind !== 'dialect' || dialects.length > 1)
  return (
    <FormSection title={t('sectionSetting')} folded mustOpen={useHasSet(edit, 'connection')}>
      <div className="grid gap-4.5 sm:grid-cols-2">{shown.filter((setting) => !isFlag(setting)).map(draw)}</div>
      {shown.filter(isFlag).map(draw)}
      <SectionFields edit={edit} section="connection" own={{}} />
    </FormSection>
  )
}

type Setting = readonly [ChannelSettingName, SettingEntry]

const isFlag = ([, { kind }]: Setting): boolean => kind === 'flag'
