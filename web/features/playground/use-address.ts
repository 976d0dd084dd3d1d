import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { isCutText, type Log, logOther, logs, longestLoggedText } from '#contract/logs.ts'
import { call, reasonOf } from '../../lib/api.ts'
import { useFormat } from '../../lib/format.ts'
import { type Text, useText } from '../../lib/i18n.ts'
import { notify } from '../../lib/notify.ts'
import { currentUser, isAdmin } from '../../lib/session.ts'
import { useStore } from '../../lib/store.ts'
import { type Payer, withoutRunning } from './conversation.ts'
import { draftStore, writeDraft } from './draft/draft.ts'
import { isEmptyDraft } from './draft/remembered-draft.ts'
import { newConversation } from './new-conversation.ts'
import { playgroundSearch } from './playground-search.ts'
import { findConversation } from './store.ts'
import { openConversation, openStore, setUpConversation } from './workbench.ts'

/** Opens what the address asks for, and keeps in it which conversation is open. */
export const useAddress = (): void => {
  const t = useText('playground')
  const navigate = useNavigate()
  const raw: unknown = useSearch({ strict: false })
  const { conversation, model, group, token, log } = playgroundSearch.parse(raw)
  const { number } = useFormat()
  const { id, turns } = useStore(openStore)
  const isKept = turns.length > 0
  /** What was asked for last, so that an answer that comes late opens nothing. */
  const wanted = useRef('')

  useEffect(() => {
    if (model === undefined && log === undefined) return
    wanted.current = `${model} ${group} ${token} ${log}`
    const asked = wanted.current
    beginWith(model, payerOf(group, token))
    void navigate({ to: '.', search: {}, replace: true })
    if (log === undefined) return
    saidIn(log).then(
      (said) => {
        if (wanted.current !== asked) return
        if (said === undefined) notify.warning(t('logMissing'))
        else if (said.text === '') notify.warning(t('logWithoutText'))
        else takeUp(said, t, number(longestLoggedText))
      },
      (error) => {
        if (wanted.current === asked) notify.error(reasonOf(error))
      },
    )
  }, [model, group, token, log, navigate, t, number])

  useEffect(() => {
    if (conversation === undefined || conversation === openStore.get().id) return
    wanted.current = conversation
    void findConversation(currentUser()?.id ?? 0, conversation).then((found) => {
      if (wanted.current !== conversation) return
      if (found === undefined) void navigate({ to: '.', search: {}, replace: true })
      else openConversation(withoutRunning(found))
    })
  }, [conversation, navigate])

  const shown = isKept ? id : undefined
  const last = useRef(shown)
  useEffect(() => {
    // Only what was opened or begun here changes the address: what stands in it at first is opened above.
    if (last.current === shown && (conversation !== undefined || shown === undefined)) return
    last.current = shown
    void navigate({ to: '.', search: shown === undefined ? {} : { conversation: shown }, replace: true })
  }, [shown, conversation, navigate])
}

/** A token has its own group. */
const payerOf = (group: string | undefined, token: string | undefined): Payer | undefined => {
  if (token !== undefined) return { kind: 'token', id: Number(token) }
  return group === undefined ? undefined : { kind: 'group', group }
}

const beginWith = (model: string | undefined, payer: Payer | undefined) => {
  const userId = currentUser()?.id ?? 0
  const next = newConversation(userId)
  const [side] = next.sides
  if (side === undefined) return
  openConversation(next)
  setUpConversation({
    sides: [{ ...side, ...(model === undefined ? {} : { model }) }],
    ...(payer === undefined ? {} : { payer }),
  })
}

/** What a call said, as its row kept it; the text is empty where it kept none. */
type SaidInLog = { system: string; text: string; isCut: boolean }

const takeUp = ({ system, text, isCut }: SaidInLog, t: Text<'playground'>, longest: string): void => {
  setUpConversation({ system })
  const before = draftStore.get()
  writeDraft({ text })
  if (isCut) notify.info(t('logCut', { count: longest }))
  if (!isEmptyDraft({ ...before, files: [] }) && before.text !== text)
    notify.info(t('draftReplaced'), { label: t('undo'), run: () => writeDraft({ text: before.text }) })
}

/** Undefined where no row has this id. The turns before the last have no parts in a row. */
const saidIn = async (requestId: string): Promise<SaidInLog | undefined> => {
  const query = { p: 1, page_size: 1, request_id: requestId }
  const { items } = await (isAdmin(currentUser()) ? call(logs.list, { query }) : call(logs.listSelf, { query }))
  return items[0] && saidOf(items[0])
}

const saidOf = ({ other }: Log): SaidInLog => {
  try {
    const { system_prompt: system = '', context = '', input_content = '' } = logOther.parse(JSON.parse(other))
    const turns = [context, input_content].filter((each) => each !== '')
    return { system, text: turns.join('\n\n'), isCut: [system, ...turns].some(isCutText) }
  } catch {
    return { system: '', text: '', isCut: false }
  }
}
