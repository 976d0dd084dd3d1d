import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { channels } from '#contract/channels.ts'
import { useText } from '../../lib/i18n.ts'
import { notify } from '../../lib/notify.ts'
import { endpointQuery } from '../../lib/query.ts'
import { Button } from '../../ui/button.tsx'
import { FormField } from '../../ui/form-field.tsx'
import { MultiCombobox } from '../../ui/multi-combobox.tsx'
import type { ChannelFormValues } from './channel-form.ts'

type ModelsFieldProps = { form: UseFormReturn<ChannelFormValues>; known: readonly string[] }

/** The models a channel serves: chosen, typed, pasted, or filled in from what is known. */
export function ModelsField({ form, known }: ModelsFieldProps) {
  const t = useText('channels')
  const everything = useQuery(endpointQuery(channels.models))
  const all = useMemo(() => (everything.data ?? []).map(({ id }) => id), [everything.data])
  const choices = useMemo(() => [...new Set([...known, ...all])], [known, all])
  const setModels = (models: string[]) =>
    form.setValue('models', models, { shouldDirty: true, shouldTouch: true, shouldValidate: true })
  const add = (names: readonly string[]) => setModels([...new Set([...form.getValues('models'), ...names])])
  return (
    <div className="grid gap-2">
      <FormField control={form.control} name="models" label={t('fieldModels')} hint={t('modelsHint')} required>
        {({ ref: _ref, name: _name, ...field }) => (
          <MultiCombobox
            {...field}
            creatable
            choices={choices}
            placeholder={t('modelsPlaceholder')}
            onDuplicates={(names) => notify.info(t('modelsRepeated', { names: names.join(', ') }))}
          />
        )}
      </FormField>
      <div className="flex flex-wrap gap-1.5">
        <Button size="sm" onClick={() => (known.length > 0 ? add(known) : notify.info(t('modelsNoneKnown')))}>
          {t('modelsFill')}
        </Button>
        <Button size="sm" disabled={all.length === 0} onClick={() => add(all)}>
          {t('modelsFillAll')}
        </Button>
        <Button size="sm" onClick={() => setModels([])}>
          {t('modelsClear')}
        </Button>
      </div>
    </div>
  )
}
