import { ListPage } from '../../ui/list/list-page.tsx'
import { useList } from '../../ui/list/use-list.ts'
import { auditList } from './audit-list.tsx'

const tools = {}

/** What administrators did, for the super admin to look up. */
export function AuditPage() {
  return <ListPage list={auditList} open={useList(auditList, tools)} />
}
