import { useMutation } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { type ChannelRun, channelUpkeep } from '#contract/channel-upkeep.ts'
import { channels } from '#contract/channels.ts'
import { call } from '../../../lib/api.ts'
import { confirm } from '../../../lib/confirm.ts'
import { useText } from '../../../lib/i18n.ts'
import { notify } from '../../../lib/notify.ts'
import { usePageQuery } from '../../../lib/page-query.ts'
import { endpointQuery, queryClient, refresh } from '../../../lib/query.ts'
import { isStopped, tellEnded } from './ended-run.ts'

type Runs = { test: ChannelRun; balance: ChannelRun }
export type RunKind = keyof Runs

/** Where what a test of all found stands on the page. */
export const findingsId = 'test-findings'

const runsQuery = endpointQuery(channelUpkeep.runs)

/** The tests and balance updates of all channels: begun here or elsewhere, watched until they end. */
export const useChannelRuns = () => {
  const t = useText('channels')
  const { data: runs } = usePageQuery({
    ...runsQuery,
    refetchInterval: ({ state }) =>
      state.data && (state.data.test.running || state.data.balance.running) ? 1000 : false,
  })
  const keep = (kind: RunKind, run: ChannelRun) =>
    queryClient.setQueryData<Runs>(runsQuery.queryKey, (old) => old && { ...old, [kind]: run })
  const begin = useMutation({
    mutationFn: (kind: RunKind) => call(kind === 'test' ? channelUpkeep.testAll : channelUpkeep.updateBalances),
    onSuccess: (run, kind) => {
      keep(kind, run)
      notify.info(t(kind === 'test' ? 'testAllBegun' : 'balancesBegun'))
    },
    // Someone else may have begun it.
    onSettled: () => queryClient.invalidateQueries({ queryKey: runsQuery.queryKey }),
  })
  const [foundSince, setFoundSince] = useState<number>()
  const showFindings = (since: number) => {
    flushSync(() => setFoundSince(since))
    document.getElementById(findingsId)?.scrollIntoView({ block: 'center' })
  }
  useProgress(runs, 'test', (run) => {
    const { total, done, failed, disabled, enabled } = run
    const counts = { failed, disabled, enabled }
    const text = isStopped(run)
      ? t('testAllStopped', { done, total, ...counts })
      : t('testAllDone', { count: total, ...counts })
    setFoundSince(failed > 0 ? run.started_at : undefined)
    if (failed > 0) notify.warning(text, { label: t('findingsShow'), run: () => showFindings(run.started_at) })
    else tellEnded(run, text)
  })
  useProgress(runs, 'balance', (run) => {
    const { total, done, failed } = run
    tellEnded(
      run,
      isStopped(run) ? t('balancesStopped', { done, total, failed }) : t('balancesDone', { count: total, failed }),
    )
  })
  return {
    runs,
    isBusy: begin.isPending,
    testAll: async () => {
      if (await confirm({ title: t('testAllTitle'), text: t('testAllText'), action: t('testAllConfirm') })) {
        begin.mutate('test')
      }
    },
    /** When the test began whose findings are shown. */
    foundSince,
    showFindings,
    hideFindings: () => setFoundSince(undefined),
    updateBalances: () => begin.mutate('balance'),
  }
}

/** Results land in the rows as they come, and the end is told. */
const useProgress = (runs: Runs | undefined, kind: RunKind, tellEnd: (run: ChannelRun) => void) => {
  const run = runs?.[kind]
  const before = useRef<ChannelRun>(undefined)
  const tell = useEffectEvent(tellEnd)
  useEffect(() => {
    const last = before.current
    before.current = run
    if (!run || !last) return
    // A node that ended in the middle of it never tells when.
    const isEnd = !run.running && (last.running || run.finished_at !== last.finished_at)
    if (!isEnd && last.done === run.done) return
    void refresh(channels.list)
    if (isEnd) tell(run)
  }, [run])
}
