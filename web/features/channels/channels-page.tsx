import { useLocation, useNavigate, useParams } from '@tanstack/react-router'
import { ArrowDown01, Plus } from 'lucide-react'
import { lazy, Suspense, useCallback, useState } from 'react'
import * as z from 'zod/mini'
import { type Channel, channelStatuses } from '#contract/channels.ts'
import { useCommand } from '../../lib/commands.ts'
import { useHotkey } from '../../lib/hotkeys.ts'
import { useText } from '../../lib/i18n.ts'
import { jsonPreference } from '../../lib/preferences.ts'
import { useStore } from '../../lib/store.ts'
import { useTableState } from '../../lib/table-state.ts'
import { Button } from '../../ui/button.tsx'
import { TablePage } from '../../ui/table-page.tsx'
import { useChannelColumns } from './channel-columns.tsx'
import { ChannelFilters } from './channel-filters.tsx'
import { channelsSearch } from './channels-search.ts'
import { useChannelActions } from './use-channel-actions.tsx'
import { useChannelEdit } from './use-channel-edit.ts'
import { useChannels } from './use-channels.ts'

const loadDrawer = () => import('./channel-drawer.tsx').then((module) => ({ default: module.ChannelDrawer }))
const ChannelDrawer = lazy(loadDrawer)
const ChannelEditor = lazy(() => import('./channel-editor.tsx').then((module) => ({ default: module.ChannelEditor })))

const idSortPreference = jsonPreference('channels-id-sort', z.boolean(), false)

/** The list; the form stands in the address: `/channel/add`, `/channel/edit/7`. */
export function ChannelsPage() {
  const t = useText('channels')
  const table = useTableState(channelsSearch)
  const isIdSort = useStore(idSortPreference)
  const query = useChannels(table, isIdSort)
  const edit = useChannelEdit()
  const columns = useChannelColumns(edit)
  const [source, setSource] = useState<Channel>()
  const { isAdding, editedId, open, create, close } = useFormAddress()
  const actions = useChannelActions({ edit, onOpen: open, onCopy: setSource })
  useHotkey('n', t('createChannel'), create)
  useCommand({ id: 'channel-create', label: t('createChannel'), run: create })

  const createButton = (
    <Button variant="primary" onClick={create} onPointerEnter={loadDrawer} onFocus={loadDrawer}>
      <Plus aria-hidden />
      {t('createChannel')}
    </Button>
  )
  return (
    <>
      <TablePage
        title={t('channels')}
        actions={createButton}
        table={table}
        query={query}
        columns={columns}
        rowId={(channel) => String(channel.id)}
        rowName={(channel) => channel.name}
        isMuted={(channel) => channel.status !== channelStatuses.enabled}
        menu={actions}
        search={{
          label: t('searchKeyword'),
          value: table.search.keyword,
          onSearch: (keyword) => table.filter({ keyword }),
        }}
        filters={<ChannelFilters table={table} onQuery={() => void query.refetch()} />}
        tools={
          <Button
            aria-pressed={isIdSort}
            className="aria-pressed:bg-brand-soft aria-pressed:text-brand-ink"
            onClick={() => idSortPreference.set(!isIdSort)}
          >
            <ArrowDown01 aria-hidden />
            {t('sortById')}
          </Button>
        }
        columnSettings={{ key: 'channels-table-columns' }}
        emptyHint={t('emptyHint')}
        emptyAction={createButton}
      />
      <Suspense>
        {isAdding && <ChannelDrawer task={{ kind: 'create' }} onClose={close} />}
        {editedId !== undefined && <ChannelEditor key={editedId} id={editedId} onClose={close} />}
        {source && <ChannelDrawer task={{ kind: 'copy', source }} onClose={() => setSource(undefined)} />}
      </Suspense>
    </>
  )
}

/** Opening and closing the form is going to an address; filters and page stay as they are. */
const useFormAddress = () => {
  const navigate = useNavigate()
  const isAdding = useLocation({ select: ({ pathname }) => /\/add\/?$/.test(pathname) })
  const { id: editedId } = useParams({ strict: false })
  const close = useCallback(() => void navigate({ to: '/channel', search: true, resetScroll: false }), [navigate])
  return {
    isAdding,
    editedId,
    close,
    create: () => void navigate({ to: '/channel/add', search: true, resetScroll: false }),
    open: ({ id }: Channel) =>
      void navigate({ to: '/channel/edit/$id', params: { id: String(id) }, search: true, resetScroll: false }),
  }
}
