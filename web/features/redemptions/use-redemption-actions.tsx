import { useMutation } from '@tanstack/react-query'
import { Copy, Pencil, Power, PowerOff, Trash2 } from 'lucide-react'
import { type Redemption, redemptionStatuses, redemptions } from '#contract/redemptions.ts'
import { call } from '../../lib/api.ts'
import { copyText } from '../../lib/clipboard.ts'
import { confirm } from '../../lib/confirm.ts'
import { useText } from '../../lib/i18n.ts'
import { notify } from '../../lib/notify.ts'
import { refresh } from '../../lib/query.ts'
import { showAtOnce } from '../../lib/shown-rows.ts'
import type { MenuEntry } from '../../ui/menu-entry.ts'
import { isUnused, switchedStatus } from './redemption-form.ts'

/** What can be done with one code, as the entries of its menu. */
export const useRedemptionActions = (
  onEdit: (redemption: Redemption) => void,
): ((redemption: Redemption) => MenuEntry[]) => {
  const t = useText('redemptions')
  const change = useMutation({
    mutationFn: ({ id, status }: { id: number; status: 1 | 2 }) =>
      call(redemptions.update, { query: { status_only: 'true' }, body: { id, status } }),
    onMutate: ({ id, status }) =>
      showAtOnce<Redemption>(redemptions.list, (row) => (row.id === id ? { ...row, status } : row)),
    onError: (_error, _variables, shown) => shown?.refuse(),
    onSuccess: (_redemption, _variables, shown) => {
      shown.accept()
      notify.success(t('operationDone'))
    },
    onSettled: () => refresh(redemptions.list),
  })
  const remove = useMutation({
    mutationFn: ({ id }: Redemption) => call(redemptions.remove, { params: { id: String(id) } }),
    onSuccess: () => notify.success(t('operationDone')),
    onSettled: () => refresh(redemptions.list),
  })
  const copy = async ({ key }: Redemption) => {
    if (await copyText(key)) notify.success(t('copied'))
  }
  const askToRemove = async (redemption: Redemption) => {
    const title = t('deleteTitle', { name: redemption.name })
    if (await confirm({ title, text: t('deleteText'), action: t('delete'), danger: true })) remove.mutate(redemption)
  }
  return (redemption) => {
    const status = switchedStatus(redemption)
    const isUsed = redemption.status === redemptionStatuses.used
    const disabled = { disabled: isUsed, ...(isUsed ? { hint: t('usedStays') } : {}) }
    const onSelect = () => change.mutate({ id: redemption.id, status })
    return [
      { label: t('copyKey'), icon: <Copy />, onSelect: () => void copy(redemption) },
      status === redemptionStatuses.unused
        ? { label: t('enable'), icon: <Power />, onSelect, ...disabled }
        : { label: t('disable'), icon: <PowerOff />, onSelect },
      {
        label: t('edit'),
        icon: <Pencil />,
        disabled: !isUnused(redemption),
        ...(isUnused(redemption) ? {} : { hint: t('editUnusedOnly') }),
        onSelect: () => onEdit(redemption),
      },
      'separator',
      { label: t('delete'), icon: <Trash2 />, danger: true, onSelect: () => void askToRemove(redemption) },
    ]
  }
}
