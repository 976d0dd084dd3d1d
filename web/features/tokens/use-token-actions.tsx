import { useMutation } from '@tanstack/react-query'
import { Code, Copy, Pencil, Power, PowerOff, Trash2 } from 'lucide-react'
import { type Token, tokens } from '#contract/tokens.ts'
import { call } from '../../lib/api.ts'
import { copyText } from '../../lib/clipboard.ts'
import { confirm } from '../../lib/confirm.ts'
import { useText } from '../../lib/i18n.ts'
import { notify } from '../../lib/notify.ts'
import { refresh } from '../../lib/query.ts'
import { showAtOnce } from '../../lib/shown-rows.ts'
import type { MenuEntry } from '../../ui/menu-entry.ts'
import { keyText, switchedStatus } from './token-form.ts'

type TokenActions = { onEdit(token: Token): void; onShowCode(token: Token): void }

/** What can be done with one token, as the entries of its menu. */
export const useTokenActions = ({ onEdit, onShowCode }: TokenActions): ((token: Token) => MenuEntry[]) => {
  const t = useText('tokens')
  const change = useMutation({
    mutationFn: ({ token, status }: { token: Token; status: 1 | 2 }) =>
      call(tokens.update, { query: { status_only: 'true' }, body: { id: token.id, status } }),
    onMutate: ({ token, status }) =>
      showAtOnce<Token>(tokens.list, (row) => (row.id === token.id ? { ...row, status } : row)),
    onError: (_error, _variables, shown) => shown?.refuse(),
    onSuccess: (_token, _variables, shown) => {
      shown.accept()
      notify.success(t('operationDone'))
    },
    onSettled: () => refresh(tokens.list),
  })
  const remove = useMutation({
    mutationFn: (token: Token) => call(tokens.remove, { params: { id: String(token.id) } }),
    onSuccess: () => notify.success(t('operationDone')),
    onSettled: () => refresh(tokens.list),
  })
  const askToRemove = async (token: Token) => {
    const title = t('deleteTitle', { name: token.name })
    if (await confirm({ title, text: t('deleteText'), action: t('delete'), danger: true })) remove.mutate(token)
  }
  return (token) => {
    const status = switchedStatus(token.status)
    return [
      { label: t('copyKey'), icon: <Copy />, onSelect: () => void copyKey(token, t('copied')) },
      { label: t('showCode'), icon: <Code />, onSelect: () => onShowCode(token) },
      status === 1
        ? { label: t('enable'), icon: <Power />, onSelect: () => change.mutate({ token, status }) }
        : { label: t('disable'), icon: <PowerOff />, onSelect: () => change.mutate({ token, status }) },
      { label: t('edit'), icon: <Pencil />, onSelect: () => onEdit(token) },
      'separator',
      { label: t('delete'), icon: <Trash2 />, danger: true, onSelect: () => void askToRemove(token) },
    ]
  }
}

const copyKey = async (token: Token, done: string) => {
  if (await copyText(keyText(token))) notify.success(done)
}
