import { useText } from '../../lib/i18n.ts'
import { isAdmin, useUser } from '../../lib/session.ts'
import { useStatus } from '../../lib/status.ts'
import { drawingActions } from '../../pieces/tasks/task-actions.ts'
import { ListPage } from '../../ui/list/list-page.tsx'
import { useList } from '../../ui/list/use-list.ts'
import { choicesOf } from '../../ui/list/work-cells.tsx'
import { Notice } from '../../ui/notice.tsx'
import { OptionDoor } from '../../ui/option-door.tsx'
import { drawingList } from './drawing-list.tsx'
import { drawingStatuses } from './drawing-looks.ts'

const tools = {}

/** What was drawn, and how far what is being drawn has come. */
export function DrawingsPage() {
  const t = useText('drawings')
  const { mj_notify_enabled: hearsNotices } = useStatus()
  const admin = isAdmin(useUser())
  const open = useList(drawingList, tools)
  const { status, action } = open.state.filters
  return (
    <ListPage
      list={drawingList}
      open={open}
      choices={{ status: choicesOf(drawingStatuses, t, status), action: choicesOf(drawingActions, t, action) }}
      notice={
        admin &&
        !hearsNotices && (
          <Notice>
            {t('noticesOff')} <OptionDoor option="MjNotifyEnabled" />
          </Notice>
        )
      }
      emptyTitle={t('emptyTitle')}
      emptyHint={t('emptyHint')}
    />
  )
}
