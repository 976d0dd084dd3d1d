import { Code, History, Plus, SlidersHorizontal } from 'lucide-react'
import { type DragEvent, useEffect, useRef, useState } from 'react'
import { firstModel } from '../../lib/callable-models.ts'
import { useHotkey } from '../../lib/hotkeys.ts'
import { useText } from '../../lib/i18n.ts'
import { lazyPart } from '../../lib/lazy-part.tsx'
import { useUser } from '../../lib/session.ts'
import { useStore } from '../../lib/store.ts'
import { ChoicesNote } from '../../ui/choices-note.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Overlay } from '../../ui/overlay.tsx'
import { Composer, useAddFiles } from './composer.tsx'
import type { Conversation } from './conversation.ts'
import { newConversation } from './new-conversation.ts'
import { SettingsPanel } from './settings/settings-panel.tsx'
import { preloadAnswer } from './thread/answer-view.tsx'
import { Thread } from './thread/thread.tsx'
import { useAddress } from './use-address.ts'
import { type Payment, usePayment } from './use-payment.ts'
import { useThreadActions } from './use-thread-actions.ts'
import { changeSide, keepingStore, openConversation, openStore, runningStore, stopAll } from './workbench.ts'

const SettingsDrawer = lazyPart(() => import('./settings/settings-drawer.tsx'), 'SettingsDrawer')
const RequestCodeDialog = lazyPart(() => import('./request-code-dialog.tsx'), 'RequestCodeDialog')
const ConversationsDrawer = lazyPart(() => import('./conversations-drawer.tsx'), 'ConversationsDrawer')

type Opened = 'settings' | 'code' | 'conversations' | undefined

/** A place to try models: one conversation, answered by one to four of them. */
export function PlaygroundPage() {
  const t = useText('playground')
  const userId = useUser()?.id ?? 0
  const whole = useStore(openStore)
  const isRunning = useStore(runningStore) > 0
  const keeping = useStore(keepingStore)
  const payment = usePayment(whole)
  const [opened, setOpened] = useState<Opened>()
  const input = useRef<HTMLTextAreaElement>(null)
  const close = () => setOpened(undefined)
  const panel = useRef<HTMLElement>(null)
  const chooseModel = () => {
    const field = panel.current?.querySelector<HTMLInputElement>('input[role=combobox]')
    // Where there is no room for the panel it is not drawn.
    if (field?.checkVisibility()) field.focus()
    else setOpened('settings')
  }
  const { actions, send } = useThreadActions(payment, chooseModel)
  useAddress()
  useFirstModel(whole, payment)

  const begin = () => {
    openConversation(newConversation(userId))
    input.current?.focus()
  }
  useHotkey('n', t('newConversation'), begin)
  // Where nobody is typing; in the fields of the page it is heard below.
  useHotkey('escape', t('stop'), stopAll)
  const drop = useDrop()
  useEffect(() => void preloadAnswer(), [])

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys that are pressed anywhere in it
    <div
      className="flex h-[calc(100dvh-3.5rem)] min-h-0"
      onKeyDown={(event) => {
        if (event.key === 'Escape' && isRunning && !event.defaultPrevented) stopAll()
      }}
    >
      <aside
        ref={panel}
        aria-label={t('settings')}
        className="hidden w-75 shrink-0 overflow-auto border-r bg-card p-4 md:block"
      >
        <SettingsPanel whole={whole} payment={payment} />
      </aside>
      <div className="relative flex min-w-0 flex-1 flex-col" {...drop.handlers}>
        <PlaygroundBar whole={whole} onBegin={begin} onOpen={setOpened} />
        {/* Where the panel is not drawn, nothing else would tell. */}
        <div className="px-4 md:hidden">
          <ChoicesNote choices={payment.models} />
        </div>
        {keeping !== 'kept' && (
          <Notice tone="warn" className="m-2">
            {t(keeping === 'full' ? 'keepingFails' : 'notKept')}
          </Notice>
        )}
        <Thread whole={whole} isRunning={isRunning} actions={actions} />
        <Composer isRunning={isRunning} onSend={send} onStop={stopAll} inputRef={input} />
        {drop.isOver && (
          <p className="pointer-events-none absolute inset-2 grid place-items-center rounded-xl border-2 border-dashed border-ring bg-bg/85 font-medium">
            {t('dropHere')}
          </p>
        )}
      </div>
      <Overlay onClose={close}>
        {opened === 'settings' && <SettingsDrawer whole={whole} payment={payment} onClose={close} />}
      </Overlay>
      <Overlay onClose={close}>
        {opened === 'code' && <RequestCodeDialog whole={whole} payment={payment} onClose={close} />}
      </Overlay>
      <Overlay onClose={close}>
        {opened === 'conversations' && (
          <ConversationsDrawer
            openId={whole.id}
            onOpen={(next) => {
              openConversation(next)
              close()
            }}
            onForgotten={begin}
            onClose={close}
          />
        )}
      </Overlay>
    </div>
  )
}

type PlaygroundBarProps = { whole: Conversation; onBegin: () => void; onOpen: (opened: Opened) => void }

function PlaygroundBar({ whole: { title, sides }, onBegin, onOpen }: PlaygroundBarProps) {
  const t = useText('playground')
  const models = sides.flatMap(({ model }) => (model === '' ? [] : [model]))
  return (
    <header className="flex min-h-13 items-center gap-1 border-b px-4">
      <h1 className="shrink-0 font-semibold">{t('playground')}</h1>
      <p className="mr-auto min-w-0 truncate pl-2 text-[13px] text-muted">
        {title === '' ? <span className="md:hidden">{models.join(', ')}</span> : title}
      </p>
      <IconButton label={t('newConversation')} icon={<Plus />} onClick={onBegin} />
      <IconButton
        label={t('conversations')}
        icon={<History />}
        onPointerEnter={ConversationsDrawer.preload}
        onClick={() => onOpen('conversations')}
      />
      <IconButton
        label={t('showCode')}
        icon={<Code />}
        onPointerEnter={RequestCodeDialog.preload}
        onClick={() => onOpen('code')}
      />
      <IconButton
        className="md:hidden"
        label={t('showSettings')}
        icon={<SlidersHorizontal />}
        onClick={() => onOpen('settings')}
      />
    </header>
  )
}

/** A side without a model gets one as soon as it is known which there are. */
const useFirstModel = ({ sides }: Conversation, { models }: Payment) => {
  const unset = sides.find(({ model }) => model === '')?.id
  const first = models.state === 'here' ? firstModel(models.value.map(({ name }) => name)) : undefined
  const wasSet = useRef(false)
  useEffect(() => {
    // Once: a field that somebody has emptied stays empty.
    if (wasSet.current || first === undefined) return
    wasSet.current = true
    if (unset !== undefined) changeSide(unset, { model: first })
  }, [unset, first])
}

const useDrop = () => {
  const addFiles = useAddFiles()
  const [isOver, setOver] = useState(false)
  const hasFiles = ({ dataTransfer }: DragEvent) => dataTransfer.types.includes('Files')
  return {
    isOver,
    handlers: {
      onDragOver: (event: DragEvent) => {
        if (!hasFiles(event)) return
        event.preventDefault()
        setOver(true)
      },
      onDragLeave: () => setOver(false),
      onDrop: (event: DragEvent) => {
        if (!hasFiles(event)) return
        event.preventDefault()
        setOver(false)
        void addFiles([...event.dataTransfer.files])
      },
    },
  }
}
