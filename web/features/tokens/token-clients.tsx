import { useQuery } from '@tanstack/react-query'
import { ExternalLink } from 'lucide-react'
import { useState } from 'react'
import * as z from 'zod/mini'
import { type Token, tokenStatuses } from '#contract/tokens.ts'
import { apiAddress } from '../../lib/api-address.ts'
import { callableModels, firstModel, pricesQuery } from '../../lib/callable-models.ts'
import { applicationLinks, filledLink } from '../../lib/chat-link.ts'
import { useText } from '../../lib/i18n.ts'
import { type Known, knownOf, mapKnown } from '../../lib/known.ts'
import { jsonPreference } from '../../lib/preferences.ts'
import { useUser } from '../../lib/session.ts'
import { useStatus } from '../../lib/status.ts'
import { useStore } from '../../lib/store.ts'
import { buttonClass } from '../../ui/button.tsx'
import { ChoicesNote } from '../../ui/choices-note.tsx'
import { CodeBlock } from '../../ui/code-block.tsx'
import { Combobox } from '../../ui/combobox.tsx'
import { Field } from '../../ui/field.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Select } from '../../ui/select.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { clients } from './code-snippets.ts'
import { keyText } from './token-form.ts'
import { TokenTrial } from './token-trial.tsx'

const clientPreference = jsonPreference('token-client', z.string(), clients[0].id)
const clientChoices = clients.map(({ id, label }) => ({ value: id, label }))

/** How a client uses a token: with this address, this key, and a model that it can call. */
export function TokenClients({ token }: { token: Token }) {
  const t = useText('tokens')
  const { server_address } = useStatus()
  const chosen = useStore(clientPreference)
  const known = useTokenModels(token)
  const models = known.state === 'here' ? known.value : []
  const isNone = known.state === 'here' && models.length === 0
  const [wanted, setWanted] = useState<string | null>(null)
  const model = wanted ?? firstModel(models)
  const client = clients.find(({ id }) => id === chosen) ?? clients[0]
  const server = apiAddress(server_address, location.origin)
  const key = keyText(token)
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <div className="grid gap-3 sm:grid-cols-2">
        <Field label={t('client')}>
          {(control) => (
            <Select
              {...control}
              value={client.id}
              choices={clientChoices}
              onChange={(id) => id !== null && clientPreference.set(id)}
            />
          )}
        </Field>
        <Field label={t('clientModel')}>
          {(control) => (
            <Combobox
              {...control}
              label={t('clientModel')}
              value={model ?? null}
              choices={models}
              onChange={setWanted}
            />
          )}
        </Field>
      </div>
      <ChoicesNote choices={known} />
      {isNone && <Notice tone="warn">{t('clientModelNone')}</Notice>}
      {known.state === 'loading' && <Skeleton className="h-40 w-full" />}
      {model !== undefined && (
        <CodeBlock text={client.code({ address: server, key, model })} label={t('copyCode')} className="max-h-80" />
      )}
      {model !== undefined && (
        <TokenTrial key={model} secret={key} model={model} isEnabled={token.status === tokenStatuses.enabled} />
      )}
      <OpenIn token={key} server={server} />
    </div>
  )
}

/** What the token can call; nothing is said of it until it is known. */
const useTokenModels = (token: Token): Known<readonly string[]> => {
  const user = useUser()
  const ownGroup = user?.group ?? ''
  const prices = knownOf(useQuery(pricesQuery(user?.id, ownGroup)))
  return mapKnown(prices, (data) => callableModels(data, token, ownGroup).map(({ model_name: name }) => name))
}

/** The operator's chats and well-known applications, each opened with this key. */
function OpenIn({ token, server }: { token: string; server: string }) {
  const t = useText('tokens')
  const { chats } = useStatus()
  const own = chats.flatMap((chat) => Object.entries(chat).map(([name, template]) => ({ name, template })))
  const taken = new Set(own.map(({ name }) => name))
  const links = [...own, ...applicationLinks.filter(({ name }) => !taken.has(name))].flatMap(({ name, template }) => {
    const link = filledLink(template, { key: token, server })
    return link.ok ? [{ name, ...link }] : []
  })
  return (
    <section aria-label={t('openIn')} className="grid gap-1.5">
      <h3 className="text-[13px] font-medium">{t('openIn')}</h3>
      <ul className="flex flex-wrap gap-2">
        {links.map(({ name, address, isPage }) => (
          <li key={name}>
            <a
              href={address}
              {...(isPage ? { target: '_blank', rel: 'noopener noreferrer' } : {})}
              className={buttonClass({ size: 'sm' })}
            >
              <ExternalLink aria-hidden />
              {name}
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}
