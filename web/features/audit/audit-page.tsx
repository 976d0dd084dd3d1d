import { useQuery } from '@tanstack/react-query'
import { audit } from '#contract/audit.ts'
import { useText } from '../../lib/i18n.ts'
import { pageQueryOf } from '../../lib/query.ts'
import { useTableState } from '../../lib/table-state.ts'
import { SearchInput } from '../../ui/search-input.tsx'
import { Select } from '../../ui/select.tsx'
import { TablePage } from '../../ui/table-page.tsx'
import { actText } from './audit-acts.ts'
import { useAuditColumns } from './audit-columns.tsx'
import { AuditDetails } from './audit-details.tsx'
import { type AuditArea, auditAreas, auditSearch } from './audit-search.ts'

/** What administrators did, for the super admin to look up. */
export function AuditPage() {
  const t = useText('audit')
  const table = useTableState(auditSearch)
  const columns = useAuditColumns()
  const { actor = '', target = '', area } = table.search
  const filters = { actor, target, action: area === undefined ? '' : `${area}.` }
  const query = useQuery(pageQueryOf(audit.list, { query: { p: table.page, page_size: table.size, ...filters } }))
  return (
    <TablePage
      title={t('audit')}
      table={table}
      query={query}
      columns={columns}
      rowId={(act) => String(act.id)}
      rowName={(act) => `${actText(act.action, t)} ${act.target}`}
      details={(act) => <AuditDetails act={act} />}
      dense
      search={{
        label: t('searchActor'),
        value: table.search.actor,
        onSearch: (name) => table.filter({ actor: name }),
      }}
      filters={
        <>
          <SearchInput
            className="w-full sm:w-64"
            label={t('searchTarget')}
            value={target}
            onSearch={(text) => table.filter({ target: text === '' ? undefined : text })}
          />
          <Select<AuditArea>
            className="w-44 max-sm:flex-1"
            label={t('filterArea')}
            clearable
            value={area}
            choices={auditAreas.map((value) => ({ value, label: t(areaKeys[value]) }))}
            onChange={(value) => table.filter({ area: value ?? undefined })}
          />
        </>
      }
      columnSettings={{ key: 'audit-table-columns' }}
    />
  )
}

const areaKeys = {
  user: 'areaUser',
  channel: 'areaChannel',
  redemption: 'areaRedemption',
  option: 'areaOption',
  log: 'areaLog',
  setup: 'areaSetup',
  signin: 'areaSignin',
} as const
