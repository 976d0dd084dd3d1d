import type { TableBuilder } from './table-builder.ts'

/**
 * An act that touched several records is found by each of them. An act of one thing is found by itself and has no row
 * here; those from before are found by what they name.
 */
export const auditTargets = async ({ table, carry }: TableBuilder): Promise<void> => {
  await table('audit_targets', { target: 'text', audit_id: 'integer' }, { primary: ['target', 'audit_id'] })
  await carry("select id, target from audit where target like 'channel:% channel:%'", 'audit_targets', (row) =>
    String(row.target)
      .split(' ')
      .map((target) => ({ target, audit_id: row.id })),
  )
}
