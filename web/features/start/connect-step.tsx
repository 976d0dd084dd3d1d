import { useMutation, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useMemo, useRef, useState } from 'react'
import { channelUpkeep } from '#contract/channel-upkeep.ts'
import { type ProviderCard, providers } from '#contract/providers.ts'
import { call, reasonOf } from '../../lib/api.ts'
import { type Text, useLanguage, useText } from '../../lib/i18n.ts'
import { knownOf, mapKnown } from '../../lib/known.ts'
import { useLeaveGuard } from '../../lib/leave-guard.ts'
import { endpointQuery, queryClient } from '../../lib/query.ts'
import { Button } from '../../ui/button.tsx'
import { Input } from '../../ui/input.tsx'
import { Notice } from '../../ui/notice.tsx'
import { RecordField } from '../../ui/record-field.tsx'
import { Select } from '../../ui/select.tsx'
import { Textarea } from '../../ui/textarea.tsx'
import { useRecordForm } from '../../ui/use-record-form.ts'
import { type Access, accessForm } from './access-form.ts'
import { ModelsChoice } from './models-choice.tsx'

/** A key that is pasted, whose it is as far as it shows, and the models behind it. */
export function ConnectStep({ onAnswer }: { onAnswer: (text: string) => void }) {
  const t = useText('start')
  const language = useLanguage()
  const { queryKey, ...source } = endpointQuery(providers.list)
  const known = { ...source, queryKey: [...queryKey, language], staleTime: Number.POSITIVE_INFINITY }
  const asked = knownOf(useQuery(known))
  const cards = asked.state === 'here' ? asked.value : none
  const [guessed, setGuessed] = useState<readonly number[]>()
  const [found, setFound] = useState<Found>()
  const form = useMemo(() => accessForm(cards), [cards])
  const edit = useRecordForm(form, {
    text: t,
    // Whoever is quicker than the list of vendors waits for it: without it no vendor can be asked.
    save: async (access) =>
      setFound({ access, models: await modelsOf(access, await queryClient.ensureQueryData(known)) }),
    onFailure: (error) =>
      setFound((last) => ({ access: edit.form.getValues(), fault: reasonOf(error), turn: (last?.turn ?? 0) + 1 })),
  })
  const guess = useMutation({
    mutationFn: (text: string) => call(providers.guess, { body: { text } }),
    onSuccess: ({ key, base_url, types: [type, ...others] }, text) => {
      // Somebody typed on meanwhile.
      if (edit.form.getValues('key') !== text) return
      // Fields that come up now were asked of nobody.
      if (guessed === undefined) edit.form.clearErrors(['type', 'base_url'])
      setGuessed(type === undefined ? [] : [type, ...others])
      edit.form.setValue('key', key)
      if (base_url !== '') edit.form.setValue('base_url', base_url)
      if (type !== undefined) edit.form.setValue('type', type)
    },
  })
  /** Who goes on right after pasting is not ahead of it. */
  const guessing = useRef<Promise<unknown>>(Promise.resolve())
  const values = edit.form.watch()
  // What is told of a key that was taken back is nobody's work.
  useLeaveGuard(values.key.trim() !== '')
  const card = cards.find(({ type }) => type === values.type)
  // What was found is of what was asked, and of nothing that was typed since.
  const current = JSON.stringify(found?.access) === JSON.stringify(values) ? found : undefined
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void guessing.current.then(() => edit.form.handleSubmit(edit.submit)())
      }}
      className="grid grid-cols-[minmax(0,1fr)] gap-4"
    >
      <RecordField edit={edit} name="key">
        {({ onChange, ...field }) => (
          <Textarea
            {...field}
            rows={1}
            autoFocus
            spellCheck={false}
            autoComplete="off"
            placeholder="sk-…"
            className="min-h-9! font-mono text-[13px]"
            onChange={(event) => {
              onChange(event)
              guessing.current = guess.mutateAsync(event.target.value).catch(() => {})
            }}
          />
        )}
      </RecordField>
      {guessed && (
        <div className="grid gap-4 sm:grid-cols-2">
          <RecordField edit={edit} name="type" hint={vendorHint(guessed, t)}>
            {({ ref: _ref, name: _name, ...field }) => (
              <Select {...field} choices={mapKnown(asked, (all) => vendorChoices(all, guessed))} />
            )}
          </RecordField>
          <RecordField edit={edit} name="base_url" required={card?.base_url_required ?? false}>
            {(field) => <Input {...field} type="url" inputMode="url" placeholder={card?.base_url} />}
          </RecordField>
        </div>
      )}
      {/* What is refused again is told again. */}
      {current?.fault !== undefined && <ModelsFailed key={current.turn} reason={current.fault} />}
      {current?.models && card ? (
        <ModelsChoice access={values} card={card} offered={current.models} onAnswer={onAnswer} />
      ) : (
        <div>
          <Button type="submit" variant="primary" loading={edit.isPending}>
            {t('findModels')}
          </Button>
        </div>
      )}
    </form>
  )
}

type Found = { access: Access; models?: readonly string[]; fault?: string; turn?: number }

const none: readonly ProviderCard[] = []

/** What the vendor says that this key may use; where it cannot be asked, what is known of it. */
const modelsOf = async (
  { type, key, base_url }: Access,
  cards: readonly ProviderCard[],
): Promise<readonly string[]> => {
  const card = cards.find((each) => each.type === type)
  if (!card?.lists_models) return card?.models ?? []
  const { other_default: other } = card
  return call(channelUpkeep.fetchNewModels, { body: { type: card.type, key, base_url, other, key_list: 0 } })
}

/** The likeliest first, then all others. */
const vendorChoices = (cards: readonly ProviderCard[], guessed: readonly number[]) => {
  const likely = guessed.flatMap((type) => cards.find((card) => card.type === type) ?? [])
  const others = cards.filter(({ type }) => !guessed.includes(type))
  return [...likely, ...others].map(({ type, label }) => ({ value: type, label }))
}

const vendorHint = ({ length }: readonly number[], t: Text<'start'>): string => {
  if (length === 0) return t('vendorUnknown')
  return length === 1 ? t('vendorGuessed') : t('vendorSeveral')
}

function ModelsFailed({ reason }: { reason: string }) {
  const t = useText('start')
  return (
    <Notice
      tone="bad"
      title={t('modelsFailed')}
      action={
        <Link to="/channel/add" className="shrink-0 font-medium underline underline-offset-2">
          {t('wholeForm')}
        </Link>
      }
    >
      {reason}
    </Notice>
  )
}
