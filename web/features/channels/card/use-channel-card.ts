import { useMutation } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef } from 'react'
import { channelCards } from '#contract/channel-cards.ts'
import { call } from '../../../lib/api.ts'
import { confirm } from '../../../lib/confirm.ts'
import { useFormat } from '../../../lib/format.ts'
import { useText } from '../../../lib/i18n.ts'
import { usePageQuery } from '../../../lib/page-query.ts'
import { endpointQuery, refreshAfter } from '../../../lib/query.ts'
import { isStopped, tellEnded } from '../runs/ended-run.ts'

const followMs = 1500

/** The card of a channel, and how to have it made anew: what that would take is said before it begins. */
export const useChannelCard = (id: number) => {
  const t = useText('cards')
  const format = useFormat()
  const source = endpointQuery(channelCards.read, { params: { id: String(id) } })
  const query = usePageQuery({
    ...source,
    refetchInterval: ({ state }) => (state.data?.run.running ? followMs : false),
  })
  const begin = useMutation({
    mutationFn: () => call(channelCards.begin, { params: { id: String(id) } }),
    onSettled: () => refreshAfter(channelCards.begin),
  })
  const isRunning = query.data?.run.running === true && query.data.run.channel === id
  const wasRunning = useRef(false)
  const tellEnd = useEffectEvent(() => {
    const run = query.data?.run
    if (run?.channel !== id) return
    const { done, total, failed } = run
    if (isStopped(run)) tellEnded(run, t('tryStopped', { done, total }))
    else tellEnded(run, failed > 0 ? t('tryFailed', { count: failed }) : t('tryDone'))
  })
  useEffect(() => {
    if (wasRunning.current && !isRunning) tellEnd()
    wasRunning.current = isRunning
  }, [isRunning])
  const ask = async () => {
    if (query.data === undefined) return
    const { models, calls, quota, unpriced } = query.data.plan
    const cost = t('tryText', { calls: format.number(calls), models: format.number(models), cost: format.quota(quota) })
    const text = unpriced === 0 ? cost : `${cost} ${t('tryUnpriced', { count: unpriced })}`
    if (await confirm({ title: t('tryTitle'), text, action: t('tryAll') })) begin.mutate()
  }
  return { ...query, isBegun: begin.isPending || query.data?.run.running === true, ask }
}
