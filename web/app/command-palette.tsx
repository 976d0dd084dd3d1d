import { useQueries, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import clsx from 'clsx'
import { CornerDownLeft, CornerDownRight, Keyboard, Languages, ScrollText, SunMoon, Zap } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useEffect, useId, useState } from 'react'
import { languageCodes, languages } from '#contract/languages.ts'
import { logTypes } from '#contract/log-types.ts'
import { logs } from '#contract/logs.ts'
import { isRequestId } from '#contract/request-ids.ts'
import { commandStore } from '../lib/commands.ts'
import { setLanguage, useLanguage, useText } from '../lib/i18n.ts'
import type { Known } from '../lib/known.ts'
import { findNames } from '../lib/name-search.ts'
import { endpointQuery } from '../lib/query.ts'
import { toggleScheme } from '../lib/scheme.ts'
import { isAdmin, useUser } from '../lib/session.ts'
import { useStore } from '../lib/store.ts'
import { Badge } from '../ui/badge.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { ErrorLine } from '../ui/error-state.tsx'
import { useNavigation } from './navigation.ts'
import { closeOverlay, overlayStore, takeTyped } from './overlay-state.ts'
import { mayOpen } from './page-access.ts'
import { pageFacts } from './page-facts.ts'
import { noteRecentEntry, type RecentEntry, recentEntriesOf, recentEntriesPreference } from './recent-entries.ts'

type Entry = {
  id: string
  label: string
  icon: ReactNode
  chip?: ReactNode
  keys?: string
  /** Of what is opened: it comes first the next time. */
  recent?: RecentEntry
  run(): void
}

/** Goes to any page, runs what the current page offers, and finds the call whose id is pasted. */
export function CommandPalette() {
  const t = useText('dialogs')
  const listId = useId()
  const [query, setQuery] = useState('')
  const [position, setPosition] = useState(0)
  useEffect(() => {
    const typed = takeTyped() ?? ''
    setQuery((query) => typed + query)
  }, [])
  const known = useRecentFirst(useEntries())
  const named = findNames(query.trim() === '' ? known.recentFirst : known.all, query, ({ label }) => label)
  const found = useFoundEntries(query.trim())
  const entries = [...useCallEntries(query.trim()), ...named, ...found.entries]
  const run = (entry: Entry | undefined) => {
    if (!entry) return
    closeOverlay()
    if (entry.recent) noteRecentEntry(entry.recent)
    entry.run()
  }
  const press = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step !== 0 && entries.length > 0) {
      event.preventDefault()
      setPosition((position + step + entries.length) % entries.length)
    } else if (event.key === 'Enter' && !event.nativeEvent.isComposing) {
      event.preventDefault()
      run(entries[position])
    }
  }
  return (
    <Dialog open onClose={closeOverlay} title={t('palette')}>
      <input
        autoFocus
        role="combobox"
        aria-expanded
        aria-controls={listId}
        aria-activedescendant={entries[position] ? `${listId}-${position}` : undefined}
        aria-label={t('palettePrompt')}
        placeholder={t('palettePrompt')}
        value={query}
        onChange={(event) => {
          setQuery(event.target.value)
          setPosition(0)
        }}
        onKeyDown={press}
        className="h-10 w-full border-b bg-transparent text-[15px] outline-none placeholder:text-muted"
      />
      <div id={listId} role="listbox" aria-label={t('palette')} className="mt-2 h-80 overflow-auto">
        {entries.map((entry, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the input above holds focus and handles the keys
          <div
            key={entry.id}
            id={`${listId}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === position}
            ref={index === position ? keepInView : undefined}
            onPointerMove={() => setPosition(index)}
            onClick={() => run(entry)}
            className={clsx(
              'flex h-9 cursor-default items-center gap-2.5 rounded-md px-2.5 [&_svg]:size-4 [&_svg]:text-muted',
              index === position && 'bg-hover',
            )}
          >
            {entry.icon}
            <span className="flex-1 truncate">{entry.label}</span>
            {entry.chip}
            {entry.keys && <kbd className="font-sans text-xs text-muted uppercase">{entry.keys}</kbd>}
            {index === position && <CornerDownLeft aria-hidden />}
          </div>
        ))}
        {entries.length === 0 && found.state !== 'failed' && (
          <p className="py-10 text-center text-muted">{t(found.state === 'loading' ? 'loading' : 'noChoices')}</p>
        )}
      </div>
      {found.state === 'failed' && <ErrorLine className="mt-2" title={t('paletteUnasked')} onRetry={found.retry} />}
    </Dialog>
  )
}

const useEntries = (): Entry[] => {
  const t = useText('dialogs')
  const navigate = useNavigate()
  const language = useLanguage()
  const groups = useNavigation()
  const pages = groups.flatMap((group) =>
    group.entries.map(({ path, label: name, icon: Icon, letter }) => {
      const id = path.replaceAll('/', '-')
      const label = 'key' in name ? t(name.key) : name.name
      return {
        ...{ id, label, icon: <Icon aria-hidden /> },
        ...(letter ? { keys: `G ${letter}` } : {}),
        recent: { id, label, to: path, search: {} },
        run: () => void navigate({ to: path }),
      }
    }),
  )
  const commands = useStore(commandStore).map(({ id, label, run }) => ({ id, label, run, icon: <Zap aria-hidden /> }))
  const others = languageCodes.filter((code) => code !== language)
  return [
    ...commands,
    ...pages,
    {
      id: 'shortcuts',
      label: t('shortcuts'),
      icon: <Keyboard aria-hidden />,
      run: () => overlayStore.set('shortcuts'),
    },
    { id: 'scheme', label: t('paletteScheme'), icon: <SunMoon aria-hidden />, run: toggleScheme },
    ...others.map((code) => ({
      id: `language-${code}`,
      label: languages[code].switchTo,
      icon: <Languages aria-hidden />,
      run: () => void setLanguage(code),
    })),
  ]
}

/** The same behind what was opened last: pages as they are called now, and what was found and may still be seen. */
const useRecentFirst = (all: readonly Entry[]): { all: readonly Entry[]; recentFirst: readonly Entry[] } => {
  const t = useText('dialogs')
  const navigate = useNavigate()
  const user = useUser()
  const last = recentEntriesOf(user?.id, useStore(recentEntriesPreference)).flatMap((recent): Entry[] => {
    const { id, label, kind, to, search } = recent
    const page = pageFacts.find(({ title }) => title !== undefined && title === kind)
    if (page?.title === undefined) return all.filter((entry) => entry.id === id)
    if (!mayOpen(page.access, user)) return []
    const chip = kindChip(t(page.title))
    const run = () => void navigate({ to, search })
    return [{ id, label, icon: <CornerDownRight aria-hidden />, chip, recent, run }]
  })
  return { all, recentFirst: [...last, ...all.filter((entry) => !last.some(({ id }) => id === entry.id))] }
}

const useCallEntries = (id: string): Entry[] => {
  const t = useText('dialogs')
  const navigate = useNavigate()
  const user = useUser()
  const isAsked = user !== null && isRequestId(id)
  const list = isAdmin(user) ? logs.list : logs.listSelf
  const found = useQuery({ ...endpointQuery(list, { query: { request_id: id, page_size: 1 } }), enabled: isAsked })
  if (!isAsked) return []
  const hasFailed = found.data?.items[0]?.type === logTypes.failed
  const chip = hasFailed && <Badge tone="bad">{t('paletteFailed')}</Badge>
  const run = () => void navigate({ to: '/log', search: { request_id: id } })
  return [{ id: 'call', label: t('paletteCall', { id }), icon: <ScrollText aria-hidden />, chip, run }]
}

const shortestAsked = 2
const typingMilliseconds = 150

/** What the features of the pages find: users, tokens, channels, models, settings; and whether all have answered. */
const useFoundEntries = (text: string): { entries: Entry[]; state: Known<never>['state']; retry: () => void } => {
  const t = useText('dialogs')
  const navigate = useNavigate()
  const language = useLanguage()
  const user = useUser()
  const asked = pageFacts.flatMap(({ path, title, access, palette }) =>
    title !== undefined && palette !== undefined && mayOpen(access, user) ? [{ path, title, palette }] : [],
  )
  const answers = useQueries({
    queries: asked.map(({ path, palette }) => ({
      queryKey: ['palette', path, text, language],
      enabled: text.length >= shortestAsked,
      queryFn: async ({ signal }: { signal: AbortSignal }) => {
        // Whoever goes on typing asks once.
        await new Promise((resolve) => setTimeout(resolve, typingMilliseconds))
        return signal.aborted ? [] : (await palette()).find(text, signal)
      },
    })),
  })
  const failed = answers.filter(({ isLoadingError }) => isLoadingError)
  const isAsking = answers.some(({ isLoading }) => isLoading)
  const entries = asked.flatMap(({ title }, index) =>
    (answers[index]?.data ?? []).map(({ id, label, kind = title, to, search = {} }) => ({
      ...{ id, label, icon: <CornerDownRight aria-hidden />, chip: kindChip(t(kind)) },
      recent: { id, label, kind, to, search },
      run: () => void navigate({ to, search }),
    })),
  )
  return {
    entries,
    state: failed.length > 0 ? 'failed' : isAsking ? 'loading' : 'here',
    retry: () => {
      for (const { refetch } of failed) void refetch()
    },
  }
}

/** What it is that was found. */
const kindChip = (kind: string) => <span className="text-xs text-muted">{kind}</span>

const keepInView = (element: HTMLElement | null) => element?.scrollIntoView({ block: 'nearest' })
