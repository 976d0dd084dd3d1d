import { CircleCheck, CircleSlash, ClipboardCopy, Columns3 } from 'lucide-react'
import { models, quotaTypes } from '#contract/models.ts'
import type { Actions } from '../../lib/actions.ts'
import { copyText } from '../../lib/clipboard.ts'
import { currentLanguage, useText } from '../../lib/i18n.ts'
import type { Orders } from '../../lib/local-order.ts'
import { notify } from '../../lib/notify.ts'
import { currentUser } from '../../lib/session.ts'
import { wholeOf } from '../../lib/whole-list.ts'
import { Copy } from '../../ui/copy.tsx'
import type { ListDefinition } from '../../ui/list/list-definition.ts'
import { Mark } from '../../ui/mark.tsx'
import { useHasRoom } from '../../ui/room.tsx'
import { BillingBadge, billingLabelOf } from './billing-badge.tsx'
import { CapabilityMarks } from './capability-marks.tsx'
import { fewestCompared, mostCompared } from './comparison.ts'
import { GroupButtons } from './group-ratio.tsx'
import { ModelDetails } from './model-details.tsx'
import { priceOf } from './model-price.ts'
import { hasRatios, PriceLines, RatioLines } from './price-lines.tsx'
import { PricingCard } from './pricing-card.tsx'
import { pricingFilters } from './pricing-search.ts'
import { isAvailable, type ShownModel, shownModels, shownRatio } from './shown-models.ts'
import { pricingQuery } from './use-pricing.ts'

/** What the page opens. */
type Tools = { compare(names: readonly string[]): void }

const actions: Actions<ShownModel, 'pricing', Tools> = {
  copy: {
    ...{ label: 'copySelected', icon: ClipboardCopy, many: 'only' },
    open: async (rows, _tools, t) => {
      const names = rows.map(({ model_name: name }) => name).join(',')
      if (await copyText(names)) notify.success(t('copySelectedDone', { count: rows.length }))
    },
  },
  compare: {
    ...{ label: 'compare', icon: Columns3, many: 'only' },
    open: (rows, { compare }, t) => {
      if (rows.length < fewestCompared || rows.length > mostCompared) notify.error(t('compareCount'))
      else compare(rows.map(({ model_name: name }) => name))
    },
  },
}

/** In dollars, for a million tokens whatever the page shows; nothing where the price means nothing to whoever looks. */
const dollarsOf = (model: ShownModel): Partial<Record<'input' | 'cacheRead' | 'output' | 'call', number>> =>
  model.hasPrice ? priceOf(model, shownRatio(model), 'million') : {}

const ratiosOf = (model: ShownModel) =>
  hasRatios(model) ? { model: model.model_ratio, completion: model.completion_ratio } : undefined

const modelOrders: Orders<ShownModel> = {
  model: ({ model_name: name }) => name,
  input: (model) => dollarsOf(model).input,
  cacheRead: (model) => dollarsOf(model).cacheRead,
  output: (model) => dollarsOf(model).output,
  call: (model) => dollarsOf(model).call,
  ratio: (model) => ratiosOf(model)?.model,
}

export const pricingList: ListDefinition<ShownModel, 'pricing', typeof pricingFilters, Tools> = {
  area: 'pricing',
  title: 'pricing',
  rows: wholeOf(
    models.pricing,
    () => pricingQuery(currentUser(), currentLanguage()),
    (pricing, query) => shownModels(pricing, query, currentUser()?.group ?? ''),
    modelOrders,
  ),
  rowName: ({ model_name: name }) => name,
  filters: pricingFilters,
  columns: [
    {
      ...{ id: 'available', label: 'columnAvailable' },
      plain: (model, t) => t(model.availability, { group: model.group }),
      cell: (model) => <AvailabilityMark model={model} />,
    },
    {
      ...{ id: 'model', label: 'columnModel', sort: 'model', always: true, card: 'title', className: 'max-w-80' },
      plain: ({ model_name: name }) => name,
      cell: (model) => (
        <span className="grid justify-items-start gap-0.5">
          <ModelName model={model} />
          <CapabilityMarks model={model} />
        </span>
      ),
    },
    {
      ...{ id: 'price', label: 'columnPrice', align: 'right' },
      sorts: [
        { sort: 'input', label: 'input' },
        { sort: 'cacheRead', label: 'cacheRead' },
        { sort: 'output', label: 'output' },
        { sort: 'call', label: 'perCall' },
      ],
      plainParts: [
        { label: 'fileInput', plain: (model) => dollarsOf(model).input },
        { label: 'fileCacheRead', plain: (model) => dollarsOf(model).cacheRead },
        { label: 'fileOutput', plain: (model) => dollarsOf(model).output },
        { label: 'fileCall', plain: (model) => dollarsOf(model).call },
      ],
      cell: (model) => <PriceLines model={model} across />,
    },
    {
      ...{ id: 'billing', label: 'columnBilling' },
      plain: (model, t) => t(billingLabelOf(model)),
      filterBy: ({ quota_type: type }) => ({ billing: type === quotaTypes.perCall ? 'call' : 'usage' }),
      cell: (model) => <BillingBadge model={model} />,
    },
    {
      ...{ id: 'groups', label: 'columnGroups', className: 'min-w-28' },
      plain: ({ enable_groups: groups }) => groups.join(', '),
      cell: (model) => <GroupButtons model={model} />,
    },
    {
      ...{ id: 'ratio', label: 'columnRatio', sort: 'ratio' },
      plainParts: [
        { label: 'helpModel', plain: (model) => ratiosOf(model)?.model },
        { label: 'helpCompletion', plain: (model) => ratiosOf(model)?.completion },
        { label: 'helpGroup', plain: shownRatio },
      ],
      cell: (model) => <RatioLines model={model} />,
    },
  ],
  actions,
  peek: {
    draw: (model, columnsBut) => (
      <div className="grid gap-4">
        {columnsBut()}
        <ModelDetails model={model} />
      </div>
    ),
  },
  details: (model) => <ModelDetails model={model} />,
  card: (model) => <PricingCard model={model} />,
  isMuted: (model) => !isAvailable(model),
}

/** What things cost, without how that comes about. */
export const moneyList = { ...pricingList, columns: pricingList.columns.filter(({ id }) => id !== 'ratio') }

/** A click copies it. */
function ModelName({ model: { model_name: name, mark } }: { model: ShownModel }) {
  const t = useText('pricing')
  return (
    <span className="flex items-center gap-2">
      <Mark mark={mark} label={name} size={20} />
      <Copy text={name} label={t('copyModel', { model: name })} className="min-w-0 font-mono text-[13px]">
        {name}
      </Copy>
    </span>
  )
}

function AvailabilityMark({ model }: { model: ShownModel }) {
  const t = useText('pricing')
  const said = t(model.availability, { group: model.group })
  const Icon = isAvailable(model) ? CircleCheck : CircleSlash
  return (
    <span className="inline-flex items-center gap-1.5" title={said}>
      <Icon className={`size-4 shrink-0 ${isAvailable(model) ? 'text-ok' : 'text-muted'}`} aria-hidden />
      <span className={useHasRoom() ? undefined : 'sr-only'}>{said}</span>
    </span>
  )
}
