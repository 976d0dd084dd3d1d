import { ClipboardCopy, Pencil, Power, PowerOff, Trash2 } from 'lucide-react'
import { type Redemption, redemptionStatuses, redemptions } from '#contract/redemptions.ts'
import { type Actions, allRows, countOf, eachRow } from '../../lib/actions.ts'
import { copyText } from '../../lib/clipboard.ts'
import { notify } from '../../lib/notify.ts'
import { isUnused } from './redemption-form.ts'

export type RedemptionTools = { edit(redemption: Redemption): void }

/** One as clients always have, many in one call. */
const enableOne = eachRow<Redemption, typeof redemptions.update>(redemptions.update, ({ id }) => ({
  query: { status_only: 'true' },
  body: { id, status: 1 },
}))
const enableMany = allRows<Redemption, typeof redemptions.enable>(
  redemptions.enable,
  (ids) => ({ body: { ids } }),
  countOf,
)

export const redemptionActions: Actions<Redemption, 'redemptions', RedemptionTools> = {
  copy: {
    label: 'copyKey',
    icon: ClipboardCopy,
    many: true,
    key: 'c',
    open: async (chosen, _tools, t) => {
      const isCopied = await copyText(chosen.map(({ key }) => key).join('\n'))
      if (isCopied) notify.success(t('codesCopied', { count: chosen.length }))
    },
  },
  enable: {
    label: 'enable',
    icon: Power,
    for: (redemption) => !isUnused(redemption),
    blocked: ({ status }) => (status === redemptionStatuses.used ? 'usedStays' : undefined),
    many: true,
    run: (chosen, ...rest) => (chosen.length === 1 ? enableOne : enableMany)(chosen, ...rest),
    show: (redemption) =>
      redemption.status === redemptionStatuses.used ? redemption : { ...redemption, status: redemptionStatuses.unused },
    done: ([{ name = '' } = {}, ...others], t, count) =>
      others.length === 0 ? t('enabledOne', { name }) : t('enabledMany', { count }),
    undo: 'disable',
  },
  disable: {
    label: 'disable',
    icon: PowerOff,
    many: true,
    for: isUnused,
    ask: (chosen, t) =>
      chosen.length > 1
        ? { title: t('disableTitle', { count: chosen.length }), text: t('disableText'), action: t('disable') }
        : undefined,
    run: allRows(redemptions.disable, (ids) => ({ body: { ids } }), countOf),
    show: (redemption) => ({ ...redemption, status: redemptionStatuses.disabled }),
    done: (_chosen, t, count) => t('disabledMany', { count }),
    undo: 'enable',
  },
  edit: {
    label: 'edit',
    icon: Pencil,
    key: 'e',
    blocked: (redemption) => (isUnused(redemption) ? undefined : 'editUnusedOnly'),
    open: ([redemption], { edit }) => redemption && edit(redemption),
  },
  remove: {
    ...{ label: 'delete', icon: Trash2, danger: true },
    ask: ([{ name = '' } = {}], t) => ({
      ...{ title: t('deleteTitle', { name }), text: t('deleteText'), action: t('delete'), danger: true },
    }),
    run: eachRow(redemptions.remove, ({ id }) => ({ params: { id: String(id) } })),
    done: ([{ name = '' } = {}], t) => t('deletedOne', { name }),
  },
}
