import { useMutation } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { logs } from '#contract/logs.ts'
import { callFile } from '../../lib/api.ts'
import { useFormat } from '../../lib/format.ts'
import { useText } from '../../lib/i18n.ts'
import { saveFile } from '../../lib/save-file.ts'
import { isAdmin, useUser } from '../../lib/session.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { Menu } from '../../ui/menu.tsx'

/** What the list is asked for. */
type LogExportProps = { wish: Record<string, unknown>; disabled: boolean }

/** Everything the filters find as a file, whatever page is shown: as the server has it, or as a table for its reader. */
export function LogExport({ wish, disabled }: LogExportProps) {
  const t = useText('logs')
  const admin = isAdmin(useUser())
  const format = useFormat()
  const take = useMutation({
    mutationFn: async (kind: 'csv' | 'jsonl') => {
      const lines = await callFile(admin ? logs.export : logs.exportSelf, { query: { ...wish, format: 'jsonl' } })
      if (kind === 'jsonl') return lines
      const { logTable } = await import('./log-file.ts')
      return { name: 'logs.csv', content: await logTable(lines.content, { t, format, admin }) }
    },
    onSuccess: ({ content, name }) => saveFile(content, name),
  })
  return (
    <Menu
      entries={[
        { label: t('exportCsv'), onSelect: () => take.mutate('csv') },
        { label: t('exportJsonLines'), onSelect: () => take.mutate('jsonl') },
      ]}
      trigger={(props) => (
        <IconButton
          {...props}
          tone="framed"
          label={t('export')}
          title={t('exportHint')}
          icon={<Download />}
          disabled={disabled || take.isPending}
        />
      )}
    />
  )
}
