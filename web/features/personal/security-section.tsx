import { useMutation, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { session } from '#contract/session.ts'
import type { User } from '#contract/user.ts'
import { call } from '../../lib/api.ts'
import { copyText } from '../../lib/clipboard.ts'
import { confirm } from '../../lib/confirm.ts'
import { proofQuery } from '../../lib/fresh-session.ts'
import { useText } from '../../lib/i18n.ts'
import { notify } from '../../lib/notify.ts'
import { forgetUser, isRoot } from '../../lib/session.ts'
import { Button } from '../../ui/button.tsx'
import { CardSection } from '../../ui/card.tsx'
import { Copy } from '../../ui/copy.tsx'
import { ErrorLine } from '../../ui/error-state.tsx'
import { PasswordDialog, type PasswordState } from './password-dialog.tsx'

/** Password, access token, and the end of the account. */
export function SecuritySection({ user }: { user: User }) {
  const t = useText('personal')
  const navigate = useNavigate()
  const generate = useMutation({
    mutationFn: () => call(session.accessToken),
    onSuccess: async (token) => {
      if (await copyText(token)) notify.success(t('tokenReset'))
    },
  })
  const remove = useMutation({
    mutationFn: () => call(session.deleteSelf),
    onSuccess: async () => {
      forgetUser()
      notify.success(t('accountDeleted'))
      // With the account goes what was typed for it.
      await navigate({ to: '/login', ignoreBlocker: true })
    },
  })
  const askToGenerate = async () => {
    if (await confirm({ title: t('generateTitle'), text: t('generateText'), action: t('generateToken') })) {
      generate.mutate()
    }
  }
  const askToRemove = async () => {
    const question = { title: t('deleteTitle'), text: t('deleteText'), action: t('deleteAccount'), danger: true }
    if (await confirm({ ...question, typed: user.username })) remove.mutate()
  }
  return (
    <CardSection title={t('security')}>
      <div className="grid divide-y">
        <PasswordRow />
        <Row
          title={t('accessToken')}
          hint={t('accessTokenHint')}
          below={
            generate.data !== undefined && (
              <div className="mt-2 rounded-lg bg-hover px-3 py-2">
                <Copy text={generate.data}>
                  <code className="text-[13px] break-all whitespace-normal">{generate.data}</code>
                </Copy>
                <p className="text-xs text-muted">{t('tokenOnce')}</p>
              </div>
            )
          }
        >
          <Button loading={generate.isPending} onClick={() => void askToGenerate()}>
            {t('generateToken')}
          </Button>
        </Row>
        {!isRoot(user) && (
          <Row title={t('deleteAccount')} hint={t('deleteHint')}>
            <Button variant="danger" loading={remove.isPending} onClick={() => void askToRemove()}>
              {t('deleteAccount')}
            </Button>
          </Row>
        )}
      </div>
    </CardSection>
  )
}

/** Its button says whether there is a password already, as soon as that is known. */
function PasswordRow() {
  const t = useText('personal')
  const [isOpen, setOpen] = useState(false)
  const proof = useQuery(proofQuery())
  const state: PasswordState = proof.data?.password === false ? 'first' : 'another'
  return (
    <Row
      title={t('password')}
      hint={t(state === 'first' ? 'passwordNone' : 'passwordHint')}
      below={proof.isError && proof.data === undefined && <ErrorLine onRetry={() => void proof.refetch()} />}
    >
      <Button disabled={proof.data === undefined} onClick={() => setOpen(true)}>
        {t(state === 'first' ? 'setPassword' : 'changePassword')}
      </Button>
      {isOpen && <PasswordDialog state={state} onClose={() => setOpen(false)} />}
    </Row>
  )
}

type RowProps = { title: string; hint: string; below?: ReactNode; children: ReactNode }

function Row({ title, hint, below, children }: RowProps) {
  return (
    <div className="py-3.5 first:pt-0 last:pb-0">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <div className="min-w-0">
          <p className="font-medium">{title}</p>
          <p className="text-[13px] text-muted">{hint}</p>
        </div>
        {children}
      </div>
      {below}
    </div>
  )
}
