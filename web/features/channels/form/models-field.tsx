import { useMutation } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import type { ProviderCard } from '#contract/providers.ts'
import { ApiError } from '../../../lib/api.ts'
import { useText } from '../../../lib/i18n.ts'
import { mapKnown } from '../../../lib/known.ts'
import { lazyPart } from '../../../lib/lazy-part.tsx'
import { notify } from '../../../lib/notify.ts'
import { Button } from '../../../ui/button.tsx'
import { MultiCombobox } from '../../../ui/multi-combobox.tsx'
import { Overlay } from '../../../ui/overlay.tsx'
import { RecordField } from '../../../ui/record-field.tsx'
import { type ChannelTask, upstreamModels, usableKey } from '../runs/channel-task.ts'
import type { ChannelEdit } from './channel-form.ts'
import { useKnownModels } from './use-known-models.ts'

const ModelPickerDialog = lazyPart(() => import('./model-picker-dialog.tsx'), 'ModelPickerDialog')

type ModelsFieldProps = {
  edit: ChannelEdit
  task: ChannelTask
  provider: ProviderCard | undefined
}

/** The models a channel serves: chosen, typed, pasted, or filled in from what is known or from the upstream. */
export function ModelsField({ edit, task, provider }: ModelsFieldProps) {
  const t = useText('channels')
  const known = provider?.models ?? noNames
  const all = useKnownModels()
  const choices = useMemo(() => mapKnown(all, (names) => [...new Set([...known, ...names])]), [known, all])
  const setModels = (models: string[]) => edit.set('models', models)
  const add = (names: readonly string[]) => setModels([...new Set([...edit.form.getValues('models'), ...names])])
  return (
    <div className="grid gap-2">
      <RecordField edit={edit} name="models">
        {({ ref: _ref, name: _name, ...field }) => (
          <MultiCombobox
            {...field}
            creatable
            choices={choices}
            placeholder={t('modelsPlaceholder')}
            onDuplicates={(names) => notify.info(t('modelsRepeated', { names: names.join(', ') }))}
          />
        )}
      </RecordField>
      <div className="flex flex-wrap gap-1.5">
        <Button size="sm" onClick={() => (known.length > 0 ? add(known) : notify.info(t('modelsNoneKnown')))}>
          {t('modelsFill')}
        </Button>
        <Button
          size="sm"
          disabled={all.state !== 'here' || all.value.length === 0}
          onClick={() => all.state === 'here' && add(all.value)}
        >
          {t('modelsFillAll')}
        </Button>
        {(provider?.lists_models ?? true) && (
          <FetchButton edit={edit} task={task} provider={provider} onPick={setModels} />
        )}
        <Button size="sm" onClick={() => setModels([])}>
          {t('modelsClear')}
        </Button>
      </div>
    </div>
  )
}

type FetchButtonProps = ModelsFieldProps & { onPick(models: string[]): void }

function FetchButton({ edit, task, provider, onPick }: FetchButtonProps) {
  const t = useText('channels')
  const [offered, setOffered] = useState<readonly string[]>()
  const ask = useMutation({
    mutationFn: () => upstreamModels(task, edit, provider),
    meta: { quiet: true },
    onSuccess: (models) => (models.length === 0 ? notify.info(t('fetchNone')) : setOffered(models)),
    onError: (error) => notify.error(saysItself(error) ? error.message : `${t('fetchFailed')}\n${error.message}`),
  })
  const start = () => {
    if (usableKey(task, edit.form.getValues()) !== '') {
      ask.mutate()
      return
    }
    notify.error(t('keyMissing'))
    edit.form.setFocus('key')
  }
  return (
    <>
      <Button size="sm" loading={ask.isPending} onClick={start}>
        {t('modelsFetch')}
      </Button>
      <Overlay onClose={() => setOffered(undefined)}>
        {offered && (
          <ModelPickerDialog
            offered={offered}
            chosen={edit.form.getValues('models')}
            onPick={onPick}
            onClose={() => setOffered(undefined)}
          />
        )}
      </Overlay>
    </>
  )
}

/** The server's own sentence begins with what failed. */
const saysItself = (error: unknown): boolean => error instanceof ApiError && error.code === 'models_fetch_failed'

const noNames: readonly string[] = []
