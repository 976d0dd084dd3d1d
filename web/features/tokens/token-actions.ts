import { ClipboardCopy, Code, CopyPlus, Pencil, Power, PowerOff, RefreshCw, Trash2 } from 'lucide-react'
import { type Token, tokenStatuses, tokens } from '#contract/tokens.ts'
import { type ActionSet, type Actions, allRows, countOf, refusedOf } from '../../lib/actions.ts'
import { copyText } from '../../lib/clipboard.ts'
import { notify } from '../../lib/notify.ts'
import { keyText } from './token-form.ts'

/** What a page with tokens on it can open. */
export type TokenTools = {
  edit(token: Token): void
  copy(token: Token): void
  replaceKey(token: Token): void
  showCode(tokens: readonly Token[]): void
}

const switchTo = (status: 1 | 2) =>
  allRows<Token, typeof tokens.switchMany>(tokens.switchMany, (ids) => ({ body: { ids, status } }), refusedOf)

const actions: Actions<Token, 'tokens', TokenTools> = {
  copy: {
    label: 'copyKey',
    icon: ClipboardCopy,
    many: true,
    key: 'c',
    open: async (chosen, _tools, t) => {
      if (await copyText(chosen.map(keyText).join('\n'))) notify.success(t('copiedKeys', { count: chosen.length }))
    },
  },
  code: { label: 'showCode', icon: Code, open: (chosen, { showCode }) => showCode(chosen) },
  enable: {
    label: 'enable',
    icon: Power,
    many: true,
    for: ({ status }) => status !== tokenStatuses.enabled,
    run: switchTo(tokenStatuses.enabled),
    show: (token) => ({ ...token, status: tokenStatuses.enabled }),
    done: ([{ name = '' } = {}, ...others], t, count) =>
      others.length === 0 ? t('enabledOne', { name }) : t('enabledMany', { count }),
    undo: 'disable',
  },
  disable: {
    label: 'disable',
    icon: PowerOff,
    many: true,
    for: ({ status }) => status === tokenStatuses.enabled,
    run: switchTo(tokenStatuses.disabled),
    show: (token) => ({ ...token, status: tokenStatuses.disabled }),
    done: ([{ name = '' } = {}, ...others], t, count) =>
      others.length === 0 ? t('disabledOne', { name }) : t('disabledMany', { count }),
    undo: 'enable',
  },
  edit: { label: 'edit', icon: Pencil, key: 'e', open: ([token], { edit }) => token && edit(token) },
  duplicate: { label: 'copyAsNew', icon: CopyPlus, open: ([token], { copy }) => token && copy(token) },
  replace: { label: 'replaceKey', icon: RefreshCw, open: ([token], { replaceKey }) => token && replaceKey(token) },
  remove: {
    label: 'delete',
    icon: Trash2,
    danger: true,
    many: true,
    ask: ([{ name = '' } = {}, ...others], t) => ({
      title: others.length === 0 ? t('deleteTitle', { name }) : t('deleteManyTitle', { count: others.length + 1 }),
      ...{ text: t('deleteText'), action: t('delete'), danger: true },
    }),
    run: allRows(tokens.removeMany, (ids) => ({ body: { ids } }), countOf),
    done: ([{ name = '' } = {}, ...others], t, count) =>
      others.length === 0 && count === 1 ? t('deletedOne', { name }) : t('deletedMany', { count }),
  },
}

/** What their list and the page of one of them share. */
export const tokenActions: ActionSet<Token, 'tokens', TokenTools> = {
  area: 'tokens',
  actions,
  rowName: ({ name }) => name,
}
