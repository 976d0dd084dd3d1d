import { useText } from '../../../lib/i18n.ts'
import { Field } from '../../../ui/field.tsx'
import { NumberInput } from '../../../ui/number-input.tsx'
import { Select } from '../../../ui/select.tsx'
import { Textarea } from '../../../ui/textarea.tsx'
import type { Parameters } from '../conversation.ts'
import { type RefusedParameters, takenParameters } from '../request-body.ts'
import { SliderField } from './slider-field.tsx'

type ParameterFieldsProps = {
  value: Parameters
  model: string
  refused: RefusedParameters
  onChange(change: Partial<Parameters>): void
}

const efforts = ['minimal', 'low', 'medium', 'high'] as const

/** What is sent beside the messages; what is not touched, or refused by the model, is left to it. */
export function ParameterFields({ value: chosen, model, refused, onChange }: ParameterFieldsProps) {
  const t = useText('playground')
  const value = takenParameters(chosen, refused)
  const stateOf = (name: keyof Parameters, hint?: string) =>
    refused.has(name) ? { hint: t('parameterRefused', { model }), disabled: true } : { hint, disabled: false }
  const maxTokens = stateOf('maxTokens', t('maxTokensHint'))
  return (
    <div className="grid gap-4">
      <SliderField
        label={t('temperature')}
        {...stateOf('temperature', t('temperatureHint'))}
        value={value.temperature}
        minimum={0.1}
        maximum={1}
        step={0.1}
        onChange={(temperature) => onChange({ temperature })}
      />
      <Field label={t('maxTokens')} hint={maxTokens.hint}>
        {(control) => (
          <NumberInput
            {...control}
            disabled={maxTokens.disabled}
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
          <FurtherFields value={value} stateOf={stateOf} onChange={onChange} />
        </div>
      </details>
    </div>
  )
}

type FurtherFieldsProps = Pick<ParameterFieldsProps, 'value' | 'onChange'> & {
  stateOf: (name: keyof Parameters, hint?: string) => { hint: string | undefined; disabled: boolean }
}

function FurtherFields({ value, stateOf, onChange }: FurtherFieldsProps) {
  const t = useText('playground')
  const [effort, seed, stop] = [
    stateOf('effort', t('effortHint')),
    stateOf('seed'),
    stateOf('stop', t('stopWordsHint')),
  ]
  return (
    <>
      <SliderField
        label={t('topP')}
        {...stateOf('topP')}
        value={value.topP}
        minimum={0}
        maximum={1}
        step={0.05}
        onChange={(topP) => onChange({ topP })}
      />
      <SliderField
        label={t('frequencyPenalty')}
        {...stateOf('frequencyPenalty')}
        value={value.frequencyPenalty}
        minimum={-2}
        maximum={2}
        step={0.1}
        onChange={(frequencyPenalty) => onChange({ frequencyPenalty })}
      />
      <SliderField
        label={t('presencePenalty')}
        {...stateOf('presencePenalty')}
        value={value.presencePenalty}
        minimum={-2}
        maximum={2}
        step={0.1}
        onChange={(presencePenalty) => onChange({ presencePenalty })}
      />
      <Field label={t('effort')} hint={effort.hint}>
        {(control) => (
          <Select
            {...control}
            clearable
            label={t('effort')}
            disabled={effort.disabled}
            placeholder={t('modelDefault')}
            value={value.effort}
            choices={efforts.map((each) => ({ value: each, label: t(`effort.${each}`) }))}
            onChange={(effort) => onChange({ effort })}
          />
        )}
      </Field>
      <Field label={t('seed')} hint={seed.hint}>
        {(control) => (
          <NumberInput
            {...control}
            decimals={0}
            disabled={seed.disabled}
            placeholder={t('modelDefault')}
            value={value.seed}
            onChange={(seed) => onChange({ seed })}
          />
        )}
      </Field>
      <Field label={t('stopWords')} hint={stop.hint}>
        {(control) => (
          <Textarea
            {...control}
            rows={2}
            disabled={stop.disabled}
            className="min-h-16 font-mono text-[13px]"
            value={value.stop}
            onChange={(event) => onChange({ stop: event.target.value })}
          />
        )}
      </Field>
    </>
  )
}
