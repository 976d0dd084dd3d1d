import { Plus, Tag, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { channelStatuses, channels, isChannelTag, type ListedChannel } from '#contract/channels.ts'
import { useCommand } from '../../lib/commands.ts'
import { useFormAddress } from '../../lib/form-address.ts'
import { useHotkey } from '../../lib/hotkeys.ts'
import { useText } from '../../lib/i18n.ts'
import { lazyPart } from '../../lib/lazy-part.tsx'
import { endpointQuery } from '../../lib/query.ts'
import { useTableState } from '../../lib/table-state.ts'
import { Button } from '../../ui/button.tsx'
import { Overlay } from '../../ui/overlay.tsx'
import { RecordEditor } from '../../ui/record-editor.tsx'
import { TablePage } from '../../ui/table-page.tsx'
import { useChannelEdit } from './form/use-channel-edit.ts'
import { useChannelColumns } from './list/channel-columns.tsx'
import { ChannelDetails } from './list/channel-details.tsx'
import { ChannelDialog, type OpenDialog } from './list/channel-dialogs.tsx'
import { ChannelFilters } from './list/channel-filters.tsx'
import { rowId, rowName } from './list/channel-row.ts'
import { channelsSearch } from './list/channels-search.ts'
import { ChannelsTools } from './list/channels-tools.tsx'
import { tagModePreference } from './list/list-preferences.ts'
import { useRowActions } from './list/use-channel-actions.tsx'
import { useChannelSelection } from './list/use-channel-selection.ts'
import { useChannels } from './list/use-channels.ts'
import { useManyChannels } from './list/use-many-channels.ts'
import { RunProgress } from './runs/run-progress.tsx'
import { useChannelRuns } from './runs/use-channel-runs.ts'
import { useChannelUpkeep } from './runs/use-channel-upkeep.ts'
import { useTagEdit } from './tags/use-tag-edit.ts'

const TestFindings = lazyPart(() => import('./tests/test-findings.tsx'), 'TestFindings')
const ChannelDrawer = lazyPart(() => import('./form/channel-drawer.tsx'), 'ChannelDrawer')

const noRows: readonly ListedChannel[] = []

/** The list; the form stands in the address: `/channel/add`, `/channel/edit/7`. */
export function ChannelsPage() {
  const t = useText('channels')
  const table = useTableState(channelsSearch)
  const query = useChannels(table)
  const edit = useChannelEdit()
  const editTag = useTagEdit()
  const upkeep = useChannelUpkeep()
  const selection = useChannelSelection(query.data?.items ?? noRows)
  const many = useManyChannels(selection.clear)
  const runs = useChannelRuns()
  const [dialog, setDialog] = useState<OpenDialog>()
  const { isAdding, editedId, open, create, close } = useFormAddress('/channel')
  const showTag = (tag: string) => {
    // Not even then all of them: page by page.
    if (table.search.tag === tag) tagModePreference.set(false)
    table.filter({ tag })
  }
  const columns = useChannelColumns({ edit, editTag, upkeep, showTag })
  const actions = useRowActions(
    {
      edit,
      onOpen: open,
      onCopy: (source) => setDialog({ kind: 'copy', source }),
      onTest: (channel) => setDialog({ kind: 'tests', channel }),
    },
    { onEdit: ({ tag }) => setDialog({ kind: 'editTag', tag }), onShow: showTag, onSwitch: many.switchTag },
  )
  useHotkey('n', t('createChannel'), create)
  useCommand({ id: 'channel-create', label: t('createChannel'), run: create })
  useCommand({ id: 'channel-test-all', label: t('testAll'), run: () => void runs.testAll() })

  const createButton = (
    <Button variant="primary" onClick={create} onPointerEnter={ChannelDrawer.preload} onFocus={ChannelDrawer.preload}>
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
        rowId={rowId}
        rowName={rowName}
        isMuted={isOff}
        menu={actions}
        sort={table.sort}
        onSort={table.setSort}
        isUnfolded={(row) => isChannelTag(row) && row.tag === table.search.tag}
        subRows={(row) => (isChannelTag(row) ? row.children : undefined)}
        details={(row) => (isChannelTag(row) ? null : <ChannelDetails channel={row} />)}
        selection={selection}
        selectedCount={selection.channelIds.length}
        search={{
          label: t('searchKeyword'),
          value: table.search.keyword,
          onSearch: (keyword) => table.filter({ keyword }),
        }}
        filters={<ChannelFilters table={table} onQuery={() => void query.refetch()} />}
        tools={<ChannelsTools runs={runs} many={many} onLayout={() => table.setPage(1)} />}
        summary={
          <>
            <RunProgress runs={runs.runs} />
            {runs.hasFindings && <TestFindings onClose={runs.hideFindings} />}
          </>
        }
        bulk={
          <SelectedChannels
            many={many}
            ids={selection.channelIds}
            onTag={() => setDialog({ kind: 'tag', ids: selection.channelIds })}
          />
        }
        columnSettings={{ key: 'channels-table-columns' }}
        emptyHint={t('emptyHint')}
        emptyAction={createButton}
      />
      <Overlay onClose={close}>{isAdding && <ChannelDrawer task={{ kind: 'create' }} onClose={close} />}</Overlay>
      <Overlay onClose={close}>
        {editedId !== undefined && (
          <RecordEditor
            key={editedId}
            query={endpointQuery(channels.read, { params: { id: editedId } })}
            missing={t('notFound')}
            onClose={close}
          >
            {(channel) => <ChannelDrawer task={{ kind: 'edit', channel }} onClose={close} />}
          </RecordEditor>
        )}
      </Overlay>
      <Overlay onClose={() => setDialog(undefined)}>
        {dialog && <ChannelDialog dialog={dialog} onDone={selection.clear} onClose={() => setDialog(undefined)} />}
      </Overlay>
    </>
  )
}

type SelectedProps = { many: ReturnType<typeof useManyChannels>; ids: readonly number[]; onTag(): void }

/** What can be done with the selected channels together. */
function SelectedChannels({ many, ids, onTag }: SelectedProps) {
  const t = useText('channels')
  return (
    <>
      <Button size="sm" onClick={onTag}>
        <Tag aria-hidden />
        {t('setTag')}
      </Button>
      <Button size="sm" variant="danger" loading={many.isBusy} onClick={() => void many.remove(ids)}>
        <Trash2 aria-hidden />
        {t('deleteSelected')}
      </Button>
    </>
  )
}

/** Out of use: a channel that is not enabled, a tag none of whose channels is. */
const isOff = (row: ListedChannel): boolean =>
  isChannelTag(row) ? row.enabled_count === 0 : row.status !== channelStatuses.enabled
