import { ClipboardCopy, FileDown, List, Power, PowerOff, Trash2 } from 'lucide-react'
import { type RedemptionBatch, redemptionBatches } from '#contract/redemption-batches.ts'
import { type Redemption, redemptions } from '#contract/redemptions.ts'
import { type Actions, countOf, eachRow, type Outcome } from '../../lib/actions.ts'
import { change } from '../../lib/change.ts'
import { copyText } from '../../lib/clipboard.ts'
import { pagesOf } from '../../lib/list-rows.ts'
import { notify } from '../../lib/notify.ts'
import { saveFile } from '../../lib/save-file.ts'
import { codesFile } from './codes-file.ts'

export type BatchTools = { openCodes(batch: RedemptionBatch): void }

export const batchActions: Actions<RedemptionBatch, 'redemptions', BatchTools> = {
  codes: {
    label: 'batchCodes',
    icon: List,
    open: ([batch], { openCodes }) => batch && openCodes(batch),
  },
  copy: {
    label: 'copyBatch',
    icon: ClipboardCopy,
    key: 'c',
    open: async (batches, _tools, t) => {
      const codes = await codesOf(batches)
      const isCopied = await copyText(codes.map(({ key }) => key).join('\n'))
      if (isCopied) notify.success(t('codesCopied', { count: codes.length }))
    },
  },
  export: {
    label: 'exportCodes',
    icon: FileDown,
    many: true,
    open: async (batches, _tools, t) => saveFile(codesFile(await codesOf(batches), t), 'codes.csv'),
  },
  enable: {
    label: 'enable',
    icon: Power,
    blocked: ({ disabled }) => (disabled === 0 ? 'batchNoneDisabled' : undefined),
    run: ([batch]) => switchBatch('enable', batch),
    done: (_batches, t, count) => t('enabledMany', { count }),
    undo: 'disable',
  },
  disable: {
    label: 'disable',
    icon: PowerOff,
    blocked: ({ remaining, expired }) => (remaining + expired === 0 ? 'batchNoneUnused' : undefined),
    ask: ([{ name = '' } = {}], t) => ({
      ...{ title: t('batchDisableTitle', { name }), text: t('disableText'), action: t('disable') },
    }),
    run: ([batch]) => switchBatch('disable', batch),
    done: (_batches, t, count) => t('disabledMany', { count }),
    undo: 'enable',
  },
  remove: {
    ...{ label: 'delete', icon: Trash2, danger: true },
    ask: ([{ name = '', count = 0 } = {}], t) => ({
      ...{ title: t('batchDeleteTitle', { name }), text: t('batchDeleteText', { count }) },
      ...{ action: t('delete'), danger: true },
    }),
    run: eachRow(redemptionBatches.remove, ({ id }) => ({ params: { id: String(id) } })),
    done: ([{ count = 0 } = {}], t) => t('deletedMany', { count }),
  },
}

const codesOf = async (batches: readonly RedemptionBatch[]): Promise<Redemption[]> => {
  const codes: Redemption[] = []
  for (const { id } of batches) codes.push(...(await pagesOf(redemptions.list).all({ batch: id, sort: 'id' })))
  return codes
}

/** Taken back are the codes that it concerned, and no others of the batch. */
const switchBatch = async (way: Way, batch: RedemptionBatch | undefined) => {
  const ids = batch ? await change(redemptionBatches[way], { params: { id: String(batch.id) } }) : []
  return { ...countOf(ids.length), takeBack: () => switchCodes(otherWay[way], ids) }
}

/** What took back can be taken back itself. */
const switchCodes = async (way: Way, ids: number[]): Promise<Outcome> => ({
  ...countOf(await change(redemptions[way], { body: { ids } })),
  takeBack: () => switchCodes(otherWay[way], ids),
})

type Way = 'enable' | 'disable'

const otherWay = { enable: 'disable', disable: 'enable' } as const
