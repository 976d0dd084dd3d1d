import { useMutation } from '@tanstack/react-query'
import { tokens } from '#contract/tokens.ts'
import { call } from '../../lib/api.ts'
import { confirm } from '../../lib/confirm.ts'
import { useText } from '../../lib/i18n.ts'
import { notify } from '../../lib/notify.ts'
import { refresh } from '../../lib/query.ts'

/** What can be done with many tokens at once. `onGone` gets the ids of those that are no more. */
export const useManyTokens = (onGone: (ids: readonly string[]) => void) => {
  const t = useText('tokens')
  const remove = useMutation({
    mutationFn: removeTokens,
    onSuccess: ({ gone, failure }, ids) => {
      onGone(gone)
      if (failure === undefined) notify.success(t('deletedMany', { count: gone.length }))
      else notify.error(`${t('deletedSome', { done: gone.length, count: ids.length })}\n${failure}`)
    },
    onSettled: () => refresh(tokens.list),
  })
  return {
    isBusy: remove.isPending,
    remove: async (ids: readonly string[]) => {
      const title = t('deleteManyTitle', { count: ids.length })
      if (await confirm({ title, text: t('deleteText'), action: t('delete'), danger: true })) remove.mutate(ids)
    },
  }
}

/** One call per token, one after the other. What was deleted before a call failed is gone. */
const removeTokens = async (ids: readonly string[]): Promise<{ gone: string[]; failure?: string }> => {
  const gone: string[] = []
  for (const id of ids) {
    try {
      await call(tokens.remove, { params: { id } })
      gone.push(id)
    } catch (error) {
      return { gone, failure: error instanceof Error ? error.message : String(error) }
    }
  }
  return { gone }
}
