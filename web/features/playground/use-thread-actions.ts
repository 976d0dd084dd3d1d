import { useMemo, useRef } from 'react'
import { useText } from '../../lib/i18n.ts'
import { notify } from '../../lib/notify.ts'
import { defaultParameters, type Question, type Side, showVersion } from './conversation.ts'
import type { Means } from './payment.ts'
import { toolsOf } from './request-body.ts'
import type { ThreadActions } from './thread/thread-actions.ts'
import type { Payment } from './use-payment.ts'
import { ask, branch, changeShown, changeSide, edit, openStore, retry } from './workbench.ts'

/** What asks models for something, once it is known that it can be asked. */
export const useThreadActions = ({ means, models, tokens }: Payment, onChooseModel: () => void) => {
  const t = useText('playground')
  const now = { means, isPending: models.state === 'loading', tokens: tokens.state, onChooseModel, t }
  const latest = useRef(now)
  latest.current = now
  return useMemo(() => {
    /** Runs it when there are a payer and models; says what is missing otherwise. */
    const withMeans = (sides: readonly Side[], run: (means: Means) => void): boolean => {
      const { means: paying, isPending, tokens: asked, t: words } = latest.current
      const isUnset = sides.some(({ model }) => model === '')
      if (isUnset && isPending) notify.info(words('modelsPending'))
      else if (isUnset) notify.error(words('modelMissing'))
      else if (paying === undefined && asked === 'loading') notify.info(words('payerPending'))
      else if (paying === undefined) notify.error(words(asked === 'failed' ? 'payerUnknown' : 'payerMissing'))
      else if (toolsOf(openStore.get().tools) === undefined) notify.error(words('toolsWrong'))
      else {
        run(paying)
        return true
      }
      return false
    }
    const current = (id: string) => openStore.get().sides.filter((side) => side.id === id)
    const actions: ThreadActions = {
      retry: (turn, side) => withMeans(current(side.id), (now) => retry(turn, side.id, now)),
      edit: (turn, { text, files }) =>
        withMeans(openStore.get().sides, (now) => edit(turn, { kind: 'text', text, files: [...files] }, now)),
      branch: (turn) => {
        branch(turn)
        notify.success(latest.current.t('branched'))
      },
      showVersion: (turn) => changeShown(showVersion(openStore.get(), turn)),
      giveResults: ({ id }, results) =>
        withMeans(current(id), (now) => ask({ kind: 'results', side: id, results }, now)),
      retryWithout: (turn, side, parameter) => {
        changeSide(side.id, { parameters: { ...side.parameters, [parameter]: defaultParameters[parameter] } })
        withMeans(current(side.id), (now) => retry(turn, side.id, now))
      },
      chooseModel: () => latest.current.onChooseModel(),
    }
    const send = (question: Question) => withMeans(openStore.get().sides, (now) => ask(question, now))
    return { actions, send }
  }, [])
}
