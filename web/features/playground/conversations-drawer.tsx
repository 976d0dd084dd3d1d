import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Download, Trash2, Upload } from 'lucide-react'
import { useRef, useState } from 'react'
import { confirm } from '../../lib/confirm.ts'
import { useText } from '../../lib/i18n.ts'
import { notify } from '../../lib/notify.ts'
import { notifyFailure } from '../../lib/query.ts'
import { saveFile } from '../../lib/save-file.ts'
import { useUser } from '../../lib/session.ts'
import { Button } from '../../ui/button.tsx'
import { Drawer } from '../../ui/drawer.tsx'
import { Empty } from '../../ui/empty.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { SearchInput } from '../../ui/search-input.tsx'
import { Time } from '../../ui/time.tsx'
import type { Conversation } from './conversation.ts'
import { forgetConversations, listConversations } from './conversation-list.ts'
import { exportText, findConversations, importText } from './kept-conversations.ts'
import { keepsData } from './kept-database.ts'
import { keepConversation } from './store.ts'

type ConversationsDrawerProps = {
  openId: string
  onOpen(conversation: Conversation): void
  onForgotten(): void
  onClose(): void
}

/** What this browser keeps: found, opened, taken elsewhere and brought here. */
export function ConversationsDrawer({ openId, onOpen, onForgotten, onClose }: ConversationsDrawerProps) {
  const t = useText('playground')
  const [search, setSearch] = useState('')
  const { kept, found, remove, exportAll, importFile } = useKept(search, openId, onForgotten)
  const picker = useRef<HTMLInputElement>(null)
  return (
    <Drawer
      open
      onClose={onClose}
      title={t('conversations')}
      description={t('conversationsHint')}
      footer={() => (
        <>
          <Button onClick={() => picker.current?.click()}>
            <Upload aria-hidden />
            {t('importFile')}
          </Button>
          <Button onClick={exportAll} disabled={found.length === 0}>
            <Download aria-hidden />
            {t('exportAll')}
          </Button>
        </>
      )}
    >
      <input
        ref={picker}
        type="file"
        accept="application/json,.json"
        hidden
        onChange={(event) => {
          importFile(event.target.files?.[0]).catch(notifyFailure)
          event.target.value = ''
        }}
      />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
        {kept.data?.lasts === false && <Notice tone="warn">{t('notKept')}</Notice>}
        <SearchInput label={t('searchConversations')} value={search} onSearch={(next) => setSearch(next ?? '')} />
        {kept.isError && <ErrorState error={kept.error} onRetry={() => void kept.refetch()} />}
        {kept.data && found.length === 0 && (
          <Empty
            kind={search === '' ? 'first' : 'match'}
            title={search === '' ? t('conversationsNone') : t('noMatch')}
            hint={search === '' ? t('conversationsNoneHint') : undefined}
          />
        )}
        <ul className="grid gap-1">
          {found.map((each) => (
            <ConversationRow
              key={each.id}
              conversation={each}
              isOpen={each.id === openId}
              onOpen={() => onOpen(each)}
              onRemove={() => void remove(each).catch(notifyFailure)}
            />
          ))}
        </ul>
      </div>
    </Drawer>
  )
}

type ConversationRowProps = { conversation: Conversation; isOpen: boolean; onOpen: () => void; onRemove: () => void }

function ConversationRow({ conversation, isOpen, onOpen, onRemove }: ConversationRowProps) {
  const t = useText('playground')
  const name = conversation.title || t('untitled')
  return (
    <li className="group/row flex items-center gap-1 rounded-lg hover:bg-hover">
      <button
        type="button"
        aria-current={isOpen || undefined}
        onClick={onOpen}
        className="min-w-0 flex-1 rounded-lg px-3 py-2 text-left aria-[current]:bg-brand-soft"
      >
        <span className="block truncate font-medium">{name}</span>
        <span className="flex gap-1 text-xs text-muted">
          <Time seconds={Math.floor(conversation.changedAt / 1000)} />
          <span className="truncate">· {conversation.sides.map(({ model }) => model).join(', ')}</span>
        </span>
      </button>
      <IconButton label={t('deleteConversation', { name })} icon={<Trash2 />} onClick={onRemove} />
    </li>
  )
}

const useKept = (search: string, openId: string, onForgotten: () => void) => {
  const t = useText('playground')
  const userId = useUser()?.id ?? 0
  const cache = useQueryClient()
  const kept = useQuery({
    queryKey: ['kept-conversations', userId],
    queryFn: async () => ({ all: await listConversations(userId), lasts: await keepsData() }),
    staleTime: 0,
  })
  const found = kept.data ? findConversations(kept.data.all, search) : []
  const again = () => cache.invalidateQueries({ queryKey: ['kept-conversations'] })
  return {
    kept,
    found,
    remove: async ({ id, title }: Conversation) => {
      const name = title || t('untitled')
      const question = { title: t('deleteTitle', { name }), text: t('deleteText'), action: t('delete'), danger: true }
      if (!(await confirm(question))) return
      await forgetConversations(userId, [id])
      if (id === openId) onForgotten()
      notify.success(t('deleted'))
      await again()
    },
    exportAll: () =>
      saveFile(new Blob([exportText(found)], { type: 'application/json' }), 'playground-conversations.json'),
    importFile: async (file: File | undefined) => {
      if (file === undefined) return
      const read = importText(await file.text())
      if (!read.ok) {
        notify.error(t('importWrong'))
        return
      }
      const { conversations, leftOut } = read
      try {
        for (const each of conversations) await keepConversation(userId, each)
      } finally {
        // Where the browser keeps no more, those that came before stand in the list.
        await again()
      }
      const count = conversations.length
      if (leftOut > 0) notify.warning(t('importedSome', { count, leftOut }))
      else notify.success(t('imported', { count }))
    },
  }
}
