import { skipToken, useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { LoaderCircle } from 'lucide-react'
import { useEffect, useState } from 'react'
import { signin } from '#contract/signin.ts'
import { redirectWays } from '#contract/signin-parts.ts'
import type { User } from '#contract/user.ts'
import { callWhole } from '../../lib/api.ts'
import { useText } from '../../lib/i18n.ts'
import type { Provider } from '../../lib/leave-for-provider.ts'
import { notify } from '../../lib/notify.ts'
import { currentUser, isAdmin, rememberUser } from '../../lib/session.ts'
import { takeWayBack } from '../../lib/way-back.ts'

const afterFailureMilliseconds = 3000

/**
 * Where a provider sends the browser back to: it signs in, or binds the account of whoever is signed in. Strangers go on
 * to their tokens, or back to the login; whoever was signed in goes back to where he began.
 */
export function CallbackPage() {
  const t = useText('session')
  const navigate = useNavigate()
  const { provider } = useParams({ strict: false })
  const way = redirectWays.find(({ name }) => name === provider)
  const [user] = useState(currentUser)
  const home = user === null ? '/login' : isAdmin(user) ? '/setting' : '/personal'
  const search = useSearch({ strict: false })
  const answer = useQuery({
    queryKey: ['oauth', 'callback', provider, search],
    // A code works once, so nothing here may be asked twice.
    queryFn: way ? () => finish(way, search) : skipToken,
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  })
  const { data, error } = answer
  useEffect(() => {
    if (!data) return
    if (data.message === 'bind') {
      notify.success(t('bound'))
      void navigate({ to: home, replace: true })
    } else if (data.data) {
      rememberUser(data.data)
      notify.success(t('loginDone'))
      void navigate({ to: takeWayBack() ?? '/token', replace: true })
    }
  }, [data, home, navigate, t])
  useEffect(() => {
    if (!error) return
    const timer = setTimeout(() => void navigate({ to: home, replace: true }), afterFailureMilliseconds)
    return () => clearTimeout(timer)
  }, [error, home, navigate])
  const label = way ? t(`way.${way.name}`) : ''
  return (
    <div className="grid justify-items-center gap-3 py-24 text-center">
      {error ? (
        <div role="alert" className="grid justify-items-center gap-3">
          <h1 className="text-xl font-semibold">{t(user === null ? 'callbackFailed' : 'callbackFailedBack')}</h1>
          <p className="max-w-[60ch] text-bad">{error.message}</p>
        </div>
      ) : (
        <>
          <h1 className="text-xl font-semibold">{t('callbackTitle', { name: label })}</h1>
          <LoaderCircle className="size-6 animate-spin text-muted" aria-hidden />
        </>
      )}
      <Link to={home} className="text-brand-ink hover:underline">
        {t(user === null ? 'backToLogin' : 'backToSettings')}
      </Link>
    </div>
  )
}

type CallbackSearch = {
  code?: string | undefined
  state?: string | undefined
  error?: string | undefined
  error_description?: string | undefined
}

type Finished = { data: User | null | undefined; message: string }

const finish = ({ name }: Provider, { code, state, error, error_description }: CallbackSearch): Promise<Finished> =>
  callWhole(signin[name], { query: { code, state, error, error_description } })
