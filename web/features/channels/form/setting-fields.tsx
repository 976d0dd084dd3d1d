import { type UseFormReturn, useWatch } from 'react-hook-form'
import type { ProviderCard } from '#contract/providers.ts'
import { useText } from '../../../lib/i18n.ts'
import { Field } from '../../../ui/field.tsx'
import { FormSection } from '../../../ui/form-section.tsx'
import { Input } from '../../../ui/input.tsx'
import { Select } from '../../../ui/select.tsx'
import { Switch } from '../../../ui/switch.tsx'
import type { ChannelFormValues } from './channel-form.ts'
import { isProxy, type KnownSettings, neverStreams, readSettings, withSetting } from './channel-setting.ts'
import { JsonField } from './json-field.tsx'

type SettingFieldsProps = { form: UseFormReturn<ChannelFormValues>; provider: ProviderCard | undefined }
type Change = <Name extends keyof KnownSettings>(name: Name, value: KnownSettings[Name]) => void
type PartProps = { settings: KnownSettings; change: Change; isLocked: boolean }

/** How the upstream is spoken to: fields for what is known, above the text that holds all of it. */
export function SettingFields({ form, provider }: SettingFieldsProps) {
  const t = useText('channels')
  const text = useWatch({ control: form.control, name: 'setting' })
  const { defaultValues, errors } = form.formState
  const settings = readSettings(text)
  const change: Change = (name, value) =>
    form.setValue('setting', withSetting(form.getValues('setting'), name, value), {
      shouldDirty: true,
      shouldValidate: form.formState.touchedFields.setting ?? false,
    })
  // A text that cannot be read would be lost by a change beside it.
  const parts = { settings: settings ?? nothingSet, change, isLocked: settings === undefined }
  const isSet = (defaultValues?.setting ?? '') !== '' || errors.setting !== undefined
  return (
    <FormSection title={t('sectionSetting')} folded mustOpen={isSet}>
      <div className="grid gap-4.5 sm:grid-cols-2">
        <ProxyField {...parts} />
        <StreamField {...parts} />
        {(provider?.dialects.length ?? 0) > 1 && <DialectField {...parts} dialects={provider?.dialects ?? []} />}
      </div>
      <SwitchFields {...parts} />
      <JsonField
        control={form.control}
        name="setting"
        label={t('fieldSetting')}
        hint={t('settingHint')}
        template="setting"
      />
    </FormSection>
  )
}

const nothingSet: KnownSettings = {
  force_format: false,
  thinking_to_content: false,
  stream_support: '',
  proxy: '',
  dialect: '',
}

function ProxyField({ settings, change, isLocked }: PartProps) {
  const t = useText('channels')
  const isWrong = settings.proxy !== '' && !isProxy(settings.proxy)
  return (
    <Field label={t('fieldProxy')} hint={t('proxyHint')} error={isWrong ? t('proxyWrong') : undefined}>
      {(control) => (
        <Input
          {...control}
          disabled={isLocked}
          value={settings.proxy}
          placeholder="socks5://user:password@host:1080"
          spellCheck={false}
          onChange={(event) => change('proxy', event.target.value.trim())}
        />
      )}
    </Field>
  )
}

function StreamField({ settings, change, isLocked }: PartProps) {
  const t = useText('channels')
  return (
    <Field label={t('fieldStream')} hint={t('streamHint')}>
      {(control) => (
        <Select
          {...control}
          disabled={isLocked}
          value={settings.stream_support === neverStreams ? neverStreams : 'usual'}
          choices={[
            { value: 'usual', label: t('streamUsual') },
            { value: neverStreams, label: t('streamNever') },
          ]}
          onChange={(value) => change('stream_support', value === neverStreams ? neverStreams : '')}
        />
      )}
    </Field>
  )
}

function DialectField({ settings, change, isLocked, dialects }: PartProps & { dialects: readonly string[] }) {
  const t = useText('channels')
  return (
    <Field label={t('fieldDialect')} hint={t('dialectHint')}>
      {(control) => (
        <Select
          {...control}
          disabled={isLocked}
          value={dialects.includes(settings.dialect) ? settings.dialect : byItself}
          choices={[
            { value: byItself, label: t('dialectByItself') },
            ...dialects.map((dialect) => ({ value: dialect, label: dialect })),
          ]}
          onChange={(value) => change('dialect', value === null || value === byItself ? '' : value)}
        />
      )}
    </Field>
  )
}

const byItself = 'by-itself'

function SwitchFields({ settings, change, isLocked }: PartProps) {
  const t = useText('channels')
  const switches = [
    { name: 'force_format', label: t('fieldForceFormat'), hint: t('forceFormatHint') },
    { name: 'thinking_to_content', label: t('fieldThinking'), hint: t('thinkingHint') },
  ] as const
  return switches.map(({ name, label, hint }) => (
    <Field key={name} label={label} hint={hint} inline>
      {({ id, 'aria-describedby': describedBy }) => (
        <Switch
          id={id}
          aria-describedby={describedBy}
          disabled={isLocked}
          checked={settings[name]}
          onChange={(on) => change(name, on)}
        />
      )}
    </Field>
  ))
}
