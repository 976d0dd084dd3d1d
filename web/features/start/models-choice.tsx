import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { channelUpkeep } from '#contract/channel-upkeep.ts'
import { channels } from '#contract/channels.ts'
import { models } from '#contract/models.ts'
import type { ProviderCard } from '#contract/providers.ts'
import { call, callWhole } from '../../lib/api.ts'
import { useText } from '../../lib/i18n.ts'
import { findNames } from '../../lib/name-search.ts'
import { refresh } from '../../lib/query.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { SearchInput } from '../../ui/search-input.tsx'
import type { Access } from './access-form.ts'

type ModelsChoiceProps = {
  access: Access
  card: ProviderCard
  offered: readonly string[]
  /** How the channel answers its first test. */
  onAnswer: (text: string) => void
}

/** From so many on they are searched. */
const many = 12

/** The models there are, all of them ticked; what is left ticked is connected, and tested at once. */
export function ModelsChoice({ access, card, offered, onAnswer }: ModelsChoiceProps) {
  const t = useText('start')
  const [ticked, setTicked] = useState<ReadonlySet<string>>(() => new Set(offered))
  const [query, setQuery] = useState('')
  const connect = useMutation({
    mutationFn: async () => {
      const { type, label, other_default: other } = card
      const { key, base_url } = access
      const chosen = offered.filter((model) => ticked.has(model)).join(',')
      const { id } = await call(channels.create, { body: { type, name: label, key, base_url, other, models: chosen } })
      // What came of the test stands with the channel, and is shown by the next step.
      await callWhole(channelUpkeep.test, { params: { id: String(id) }, query: {} })
        .then(({ beside }) => onAnswer(beside.answer))
        .catch(() => {})
    },
    onSettled: () => refresh(channels.list, models.pricing),
  })
  const found = findNames(offered, query, (model) => model)
  const tick = (names: readonly string[], isTicked: boolean) =>
    setTicked(
      (before) => new Set(isTicked ? [...before, ...names] : [...before].filter((name) => !names.includes(name))),
    )
  const count = found.filter((model) => ticked.has(model)).length
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <Checkbox
          checked={count === found.length}
          indeterminate={count > 0 && count < found.length}
          onChange={(isTicked) => tick(found, isTicked)}
        >
          <span className="font-medium">{t('models', { count: offered.length })}</span>
        </Checkbox>
        {offered.length > many && (
          <SearchInput className="w-full sm:w-56" label={t('searchModels')} value={query} onSearch={setQuery} />
        )}
      </div>
      <fieldset
        aria-label={t('models', { count: offered.length })}
        className="grid max-h-60 gap-x-4 gap-y-1.5 overflow-auto rounded-lg border px-3 py-2.5 sm:grid-cols-2"
      >
        {found.map((model) => (
          <Checkbox key={model} checked={ticked.has(model)} onChange={(isTicked) => tick([model], isTicked)}>
            <span className="text-[13px] break-all">{model}</span>
          </Checkbox>
        ))}
      </fieldset>
      <div>
        <Button
          variant="primary"
          disabled={ticked.size === 0}
          loading={connect.isPending}
          onClick={() => connect.mutate()}
        >
          {t('connect', { vendor: card.label })}
        </Button>
      </div>
    </div>
  )
}
