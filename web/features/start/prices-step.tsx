import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { models as modelCalls } from '#contract/models.ts'
import { parseOption } from '#contract/option-text.ts'
import { optionCalls } from '#contract/options.ts'
import { completionRatioOf, ratioOfInputPrice } from '#pricing/price-conversions.ts'
import { call } from '../../lib/api.ts'
import { useText } from '../../lib/i18n.ts'
import { useLeaveGuard } from '../../lib/leave-guard.ts'
import { refresh } from '../../lib/query.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { NumberInput } from '../../ui/number-input.tsx'

type Dollars = { input: number; output: number }

/** So many are asked about here; the page of prices has them all. */
const shown = 5

/** Models that cost nothing yet are refused: what each costs, in dollars for a million tokens. */
export function PricesStep({ models }: { models: readonly string[] }) {
  const t = useText('start')
  const [prices, setPrices] = useState<Readonly<Record<string, Partial<Dollars>>>>({})
  const typed = Object.entries(prices).flatMap(([name, { input, output }]) =>
    input === undefined ? [] : [[name, { input, output: output ?? input }] as const],
  )
  // An output is kept as a multiple of its input: beside an input that is free it would be free too.
  const given = typed.filter(([, { input, output }]) => input > 0 || output === 0)
  const save = useMutation({
    mutationFn: savePrices,
    onSuccess: (_answer, saved) =>
      setPrices((before) => Object.fromEntries(Object.entries(before).filter(([name]) => !saved.has(name)))),
    onSettled: () => refresh(optionCalls.list, modelCalls.pricing),
  })
  useLeaveGuard(Object.values(prices).some((price) => Object.keys(price).length > 0) && !save.isPending)
  const field = (name: string, side: keyof Dollars) => (
    <NumberInput
      label={t(side === 'input' ? 'inputOf' : 'outputOf', { model: name })}
      value={prices[name]?.[side] ?? null}
      minimum={0}
      decimals={6}
      unit="$"
      onChange={(amount) => setPrices({ ...prices, [name]: withSide(prices[name], side, amount) })}
    />
  )
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <p className="text-[13px] text-muted">{t('pricesHint')}</p>
      <table className="w-full text-[13px]">
        <thead className="text-left text-xs text-muted">
          <tr>
            <th className="py-1 font-medium">{t('model')}</th>
            <th className="w-28 py-1 pl-2 font-medium">{t('input')}</th>
            <th className="w-28 py-1 pl-2 font-medium">{t('output')}</th>
          </tr>
        </thead>
        <tbody>
          {models.slice(0, shown).map((name) => (
            <tr key={name}>
              <td className="py-1 break-all">{name}</td>
              <td className="py-1 pl-2">{field(name, 'input')}</td>
              <td className="py-1 pl-2">{field(name, 'output')}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {given.length < typed.length && (
        <p role="alert" className="text-[13px] text-bad">
          {t('outputOfFreeInput')}
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        <Button
          variant="primary"
          disabled={given.length === 0 || given.length < typed.length}
          loading={save.isPending}
          onClick={() => save.mutate(new Map(given))}
        >
          {t('savePrices')}
        </Button>
        <Link to="/price" search={{ view: 'unset' }} className={buttonClass()}>
          {t('allPrices')}
        </Link>
      </div>
    </div>
  )
}

const withSide = (before: Partial<Dollars> | undefined, side: keyof Dollars, amount: number | null) => {
  const { [side]: _old, ...rest } = before ?? {}
  return amount === null ? rest : { ...rest, [side]: amount }
}

/** Beside the prices there are. */
const savePrices = async (prices: ReadonlyMap<string, Dollars>): Promise<void> => {
  const stored = await call(optionCalls.list)
  const add = async (option: 'ModelRatio' | 'CompletionRatio', ratioOf: (price: Dollars) => number) => {
    const read = parseOption(option, stored.find(({ key }) => key === option)?.value ?? '{}')
    if (!read.ok) throw new Error(option)
    const added = [...prices].map(([name, price]) => [name, ratioOf(price)])
    const value = JSON.stringify({ ...read.value, ...Object.fromEntries(added) })
    await call(optionCalls.update, { body: { key: option, value } })
  }
  await add('CompletionRatio', ({ input, output }) => (input === 0 ? 1 : completionRatioOf(input, output)))
  await add('ModelRatio', ({ input }) => ratioOfInputPrice(input))
}
