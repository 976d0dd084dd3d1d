import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { type Log, logOther, logs } from '#contract/logs.ts'
import { call } from '../../lib/api.ts'
import { useText } from '../../lib/i18n.ts'
import { notify } from '../../lib/notify.ts'
import { currentUser, isAdmin } from '../../lib/session.ts'
import { useStore } from '../../lib/store.ts'
import { withoutRunning } from './conversation.ts'
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
  const { conversation, model, group, log } = playgroundSearch.parse(raw)
  const { id, turns } = useStore(openStore)
  const isKept = turns.length > 0
  /** What was asked for last, so that an answer that comes late opens nothing. */
  const wanted = useRef('')

  useEffect(() => {
    if (model === undefined && log === undefined) return
    wanted.current = `${model} ${group} ${log}`
    const asked = wanted.current
    beginWith(model, group)
    void navigate({ to: '.', search: {}, replace: true })
    if (log === undefined) return
    const reading = saidIn(log).catch(() => undefined)
    void reading.then((said) => {
      if (wanted.current !== asked) return
      if (said === undefined) notify.warning(t('logMissing'))
      else {
        if (said.system !== '') setUpConversation({ system: said.system })
        const before = draftStore.get()
        writeDraft({ text: said.text })
        if (!isEmptyDraft({ ...before, files: [] }) && before.text !== said.text)
          notify.info(t('draftReplaced'), { label: t('undo'), run: () => writeDraft({ text: before.text }) })
      }
    })
  }, [model, group, log, navigate, t])

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

const beginWith = (model: string | undefined, group: string | undefined) => {
  const userId = currentUser()?.id ?? 0
  const next = newConversation(userId)
  const [side] = next.sides
  if (side === undefined) return
  openConversation(next)
  setUpConversation({
    sides: [{ ...side, ...(model === undefined ? {} : { model }) }],
    ...(group === undefined ? {} : { payer: { kind: 'group', group } }),
  })
}

/** What the call with this id said, if its row kept that: the turns before the last have no parts in it. */
const saidIn = async (requestId: string): Promise<{ system: string; text: string } | undefined> => {
  const query = { p: 1, page_size: 1, request_id: requestId }
  const { items } = await (isAdmin(currentUser()) ? call(logs.list, { query }) : call(logs.listSelf, { query }))
  return items[0] && saidOf(items[0])
}

const saidOf = ({ other }: Log): { system: string; text: string } => {
  try {
    const { system_prompt = '', context = '', input_content = '' } = logOther.parse(JSON.parse(other))
    return { system: system_prompt, text: [context, input_content].filter((each) => each !== '').join('\n\n') }
  } catch {
    return { system: '', text: '' }
  }
}
