import { useMutation } from '@tanstack/react-query'
import { tokens } from '#contract/tokens.ts'
import { call } from '../../lib/api.ts'
import { useText } from '../../lib/i18n.ts'
import { refresh } from '../../lib/query.ts'
import { Button } from '../../ui/button.tsx'

/** The key that clients show to this gateway: one without limits, of whoever set it up. */
export function TokenStep() {
  const t = useText('start')
  const create = useMutation({
    mutationFn: () => call(tokens.create, { body: { name: t('tokenName'), unlimited_quota: true } }),
    onSettled: () => refresh(tokens.list),
  })
  return (
    <div className="grid gap-3">
      <p className="text-[13px] text-muted">{t('tokenHint')}</p>
      <div>
        <Button variant="primary" loading={create.isPending} onClick={() => create.mutate()}>
          {t('createToken')}
        </Button>
      </div>
    </div>
  )
}
