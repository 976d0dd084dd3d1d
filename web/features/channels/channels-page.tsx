import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Plus, Search } from 'lucide-react'
import { useMemo, useState } from 'react'
import { channels } from '#contract/channels.ts'
import { models } from '#contract/models.ts'
import { call } from '../../lib/api.ts'
import { useCommand } from '../../lib/commands.ts'
import { useFormAddress } from '../../lib/form-address.ts'
import { useHotkey } from '../../lib/hotkeys.ts'
import { useText } from '../../lib/i18n.ts'
import { knownOf, mapKnown } from '../../lib/known.ts'
import { lazyPart } from '../../lib/lazy-part.tsx'
import { endpointQuery, notifyFailure } from '../../lib/query.ts'
import { useStore } from '../../lib/store.ts'
import { Button } from '../../ui/button.tsx'
import { ListPage } from '../../ui/list/list-page.tsx'
import { useList } from '../../ui/list/use-list.ts'
import { Overlay } from '../../ui/overlay.tsx'
import { RecordEditor } from '../../ui/record-editor.tsx'
import { useProviders } from './form/use-providers.ts'
import type { ChannelTools } from './list/channel-actions.ts'
import { ChannelDialog, type OpenDialog } from './list/channel-dialogs.tsx'
import { channelList } from './list/channel-list.tsx'
import { ChannelsTools } from './list/channels-tools.tsx'
import { idSortPreference, tagModePreference } from './list/list-preferences.ts'
import { RunProgress } from './runs/run-progress.tsx'
import { useChannelRuns } from './runs/use-channel-runs.ts'

const TestFindings = lazyPart(() => import('./tests/test-findings.tsx'), 'TestFindings')
const ChannelDrawer = lazyPart(() => import('./form/channel-drawer.tsx'), 'ChannelDrawer')

/** The list; the form stands in the address: `/channel/add`, `/channel/edit/7`. */
export function ChannelsPage() {
  const t = useText('channels')
  const runs = useChannelRuns()
  const [dialog, setDialog] = useState<OpenDialog>()
  const { isAdding, editedId, open: edit, create, close } = useFormAddress('/channel')
  const navigate = useNavigate()
  const tools = useMemo<ChannelTools>(
    () => ({
      edit,
      test: (channel) => setDialog({ kind: 'tests', channel }),
      // The list has no keys, so a copy is made of the channel itself.
      copy: async ({ id }) => {
        try {
          setDialog({ kind: 'copy', source: await call(channels.read, { params: { id: String(id) } }) })
        } catch (error) {
          notifyFailure(error, t('copyFailed'))
        }
      },
      setTag: (ids) => setDialog({ kind: 'tag', ids }),
      editTag: (tag) => setDialog({ kind: 'editTag', tag }),
      showTag: (tag) => {
        void navigate({ to: '/channel', search: { tag } })
      },
    }),
    [edit, navigate, t],
  )
  const open = useList(channelList, tools, {
    mode: { id_sort: useStore(idSortPreference), tag_mode: useStore(tagModePreference) },
  })
  const { selection, state, query } = open
  const choices = useChannelChoices()
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
      <ListPage
        list={channelList}
        open={open}
        actions={createButton}
        choices={choices}
        tools={
          <>
            <Button onClick={() => query.refetch()}>
              <Search aria-hidden />
              {t('query')}
            </Button>
            <ChannelsTools runs={runs} onLayout={() => state.setPage(1)} onRemoved={selection.clear} />
          </>
        }
        summary={
          <>
            <RunProgress runs={runs.runs} />
            {runs.hasFindings && <TestFindings onClose={runs.hideFindings} />}
          </>
        }
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

/** What the server knows of what the list is narrowed by. */
const useChannelChoices = () => {
  const groups = useQuery(endpointQuery(models.groups))
  const providers = useProviders()
  return {
    group: mapKnown(knownOf(groups), (names) => names.map((name) => ({ value: name, label: name }))),
    type: { state: 'here' as const, value: providers.map(({ type, label }) => ({ value: String(type), label })) },
  }
}
