import { useText } from '../../../lib/i18n.ts'
import { Field } from '../../../ui/field.tsx'
import { NumberInput } from '../../../ui/number-input.tsx'
import { Select } from '../../../ui/select.tsx'
import { Textarea } from '../../../ui/textarea.tsx'
import type { Parameters } from '../conversation.ts'
import { SliderField } from './slider-field.tsx'

type ParameterFieldsProps = { value: Parameters; onChange(change: Partial<Parameters>): void }

const efforts = ['minimal', 'low', 'medium', 'high'] as const

/** What is sent beside the messages; what is not touched is left to the model. */
export function ParameterFields({ value, onChange }: ParameterFieldsProps) {
  const t = useText('playground')
  return (
    <div className="grid gap-4">
      <SliderField
        label={t('temperature')}
        hint={t('temperatureHint')}
        value={value.temperature}
        minimum={0.1}
        maximum={1}
        step={0.1}
        onChange={(temperature) => onChange({ temperature })}
      />
      <Field label={t('maxTokens')} hint={t('maxTokensHint')}>
        {(control) => (
          <NumberInput
            {...control}
            value={value.maxTokens}
            minimum={0}
            step={256}
            decimals={0}
            onChange={(maxTokens) => onChange({ maxTokens: Math.max(0, Math.trunc(maxTokens ?? 0)) })}
          />
        )}
      </Field>
      <details>
        <summary className="min-h-6 text-[13px] font-medium text-brand-ink">{t('furtherParameters')}</summary>
        <div className="grid gap-4 pt-3">
          <FurtherFields value={value} onChange={onChange} />
        </div>
      </details>
    </div>
  )
}

function FurtherFields({ value, onChange }: ParameterFieldsProps) {
  const t = useText('playground')
  return (
    <>
      <SliderField
        label={t('topP')}
        value={value.topP}
        minimum={0}
        maximum={1}
        step={0.05}
        onChange={(topP) => onChange({ topP })}
      />
      <SliderField
        label={t('frequencyPenalty')}
        value={value.frequencyPenalty}
        minimum={-2}
        maximum={2}
        step={0.1}
        onChange={(frequencyPenalty) => onChange({ frequencyPenalty })}
      />
      <SliderField
        label={t('presencePenalty')}
        value={value.presencePenalty}
        minimum={-2}
        maximum={2}
        step={0.1}
        onChange={(presencePenalty) => onChange({ presencePenalty })}
      />
      <Field label={t('effort')} hint={t('effortHint')}>
        {(control) => (
          <Select
            {...control}
            clearable
            placeholder={t('modelDefault')}
            value={value.effort}
            choices={efforts.map((each) => ({ value: each, label: t(`effort.${each}`) }))}
            onChange={(effort) => onChange({ effort })}
          />
        )}
      </Field>
      <Field label={t('seed')}>
        {(control) => (
          <NumberInput
            {...control}
            decimals={0}
            placeholder={t('modelDefault')}
            value={value.seed}
            onChange={(seed) => onChange({ seed })}
          />
        )}
      </Field>
      <Field label={t('stopWords')} hint={t('stopWordsHint')}>
        {(control) => (
          <Textarea
            {...control}
            rows={2}
            className="min-h-16 font-mono text-[13px]"
            value={value.stop}
            onChange={(event) => onChange({ stop: event.target.value })}
          />
        )}
      </Field>
    </>
  )
}
