import { type ListedRedemption, redemptions } from '#contract/redemptions.ts'
import { pagesOf } from '../../lib/list-rows.ts'
import { Quota } from '../../ui/figures.tsx'
import type { ListDefinition } from '../../ui/list/list-definition.ts'
import { Time } from '../../ui/time.tsx'
import { type RedemptionTools, redemptionActions } from './redemption-actions.ts'
import { RedemptionCard } from './redemption-card.tsx'
import { RedemptionKey, RedemptionKind, RedemptionValidity, UsedBy, usesOf } from './redemption-cells.tsx'
import { isUnused } from './redemption-form.ts'
import { isExpired, RedemptionStatus, statusLook } from './redemption-status.tsx'
import { redemptionFilters } from './redemptions-search.ts'

export const redemptionList: ListDefinition<
  ListedRedemption,
  'redemptions',
  typeof redemptionFilters,
  RedemptionTools
> = {
  area: 'redemptions',
  title: 'redemptions',
  rows: pagesOf(redemptions.list),
  rowName: ({ name }) => name,
  filters: redemptionFilters,
  // Of other clients an unused code may be expired as well.
  query: ({ status, ...filters }) => ({ ...filters, status: status === '1' ? 'remaining' : status }),
  live: 'told',
  columns: [
    { id: 'id', label: 'columnId', sort: 'id', align: 'right', plain: ({ id }) => id, cell: ({ id }) => id },
    {
      ...{ id: 'name', label: 'columnName', sort: 'name', always: true, card: 'title' },
      plain: ({ name }) => name,
      cell: ({ name }) => <span className="block font-medium break-words sm:min-w-28">{name}</span>,
    },
    {
      ...{ id: 'status', label: 'columnStatus' },
      plain: (redemption, t) => statusLook(redemption, t).label,
      filterBy: (redemption) => ({ status: isExpired(redemption) ? 'expired' : String(redemption.status) }),
      cell: (redemption) => <RedemptionStatus redemption={redemption} />,
    },
    {
      id: 'key',
      label: 'columnKey',
      plain: ({ key }) => key,
      cell: (redemption) => <RedemptionKey redemption={redemption} />,
    },
    {
      ...{ id: 'quota', label: 'columnQuota', sort: 'quota', align: 'right' },
      plain: ({ quota }) => ({ quota }),
      cell: ({ quota }) => <Quota value={quota} />,
    },
    {
      id: 'kind',
      label: 'columnKind',
      plain: ({ is_gift }, t) => t(is_gift ? 'kindGift' : 'kindSingle'),
      cell: ({ is_gift }) => <RedemptionKind isGift={is_gift} />,
    },
    {
      id: 'uses',
      label: 'columnUses',
      sort: 'used_count',
      align: 'right',
      plain: ({ used_count }) => used_count,
      cell: usesOf,
    },
    {
      id: 'user',
      label: 'columnUser',
      plain: ({ used_user_id: id, used_user_name: name }) => name || id || undefined,
      cell: (redemption) => <UsedBy redemption={redemption} />,
    },
    {
      ...{ id: 'batch', label: 'filterBatch' },
      plain: ({ batch_name: name }) => name,
      filterBy: ({ batch_id: id }) => (id === undefined || id === 0 ? {} : { batch: String(id) }),
      cell: ({ batch_name: name }) => name,
    },
    {
      ...{ id: 'created', label: 'columnCreated', sort: 'created_time' },
      plain: ({ created_time }) => ({ seconds: created_time }),
      cell: ({ created_time }) => <Time seconds={created_time} />,
    },
    {
      ...{ id: 'redeemed', label: 'columnRedeemed', sort: 'redeemed_time' },
      plain: ({ redeemed_time }) => ({ seconds: redeemed_time }),
      cell: ({ redeemed_time }) => <Time seconds={redeemed_time} />,
    },
    {
      ...{ id: 'validity', label: 'columnValidity', sort: 'valid_until' },
      plain: ({ valid_from, valid_until: seconds }, t) =>
        valid_from === 0 && seconds === 0 ? t('validAlways') : { seconds },
      cell: (redemption) => <RedemptionValidity redemption={redemption} />,
    },
  ],
  hidden: ['batch', 'redeemed', 'validity'],
  actions: redemptionActions,
  card: (redemption) => <RedemptionCard redemption={redemption} />,
  peek: {},
  isMuted: (redemption) => !isUnused(redemption) || isExpired(redemption),
}
