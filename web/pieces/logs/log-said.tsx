import { Link, type LinkProps } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Happening } from '#contract/account-events.ts'
import type { Log } from '#contract/logs.ts'
import { useFormat } from '../../lib/format.ts'
import { useText } from '../../lib/i18n.ts'
import { lazyPart } from '../../lib/lazy-part.tsx'
import { isAdmin, useUser } from '../../lib/session.ts'
import { Boundary } from '../../ui/boundary.tsx'
import { contentOf } from './log-happening.ts'
import { otherOf } from './log-other.ts'

const NamedOption = lazyPart(() => import('../../lib/option-name.tsx'), 'NamedOption')

type WithOptionNameProps = { row: Log; children: (name?: string) => ReactNode }

/** Gives what the setting is called that a row tells of, once it is known. */
export function WithOptionName({ row, children }: WithOptionNameProps) {
  const { happened } = otherOf(row)
  if (happened?.name !== 'option_changed') return children()
  return (
    <Boundary loading={children()} isOptional>
      <NamedOption option={String(happened.values?.option ?? '')}>{children}</NamedOption>
    </Boundary>
  )
}

/** What a row says; whom and what it names is the way there, for whoever may go. */
export function LogSaid({ row }: { row: Log }) {
  const t = useText('logs')
  const format = useFormat()
  const admin = isAdmin(useUser())
  const { happened } = otherOf(row)
  const place = admin && happened ? placeOf(happened) : undefined
  return (
    <WithOptionName row={row}>
      {(optionName) => {
        if (place === undefined) return contentOf(row, t, format, { optionName })
        const said = contentOf(row, t, format, { optionName, mark: (text) => `${edge}${text}${edge}` })
        const [before, named, after] = said.split(edge)
        return (
          <>
            {before}
            <Link {...place} className="text-brand-ink hover:underline">
              {named}
            </Link>
            {after}
          </>
        )
      }}
    </WithOptionName>
  )
}

/** No text holds it: it is nobody's letter. */
const edge = '\uE000'

const placeOf = ({ name, values = {} }: Happening): Pick<LinkProps, 'to' | 'search'> | undefined => {
  const search = (key: string) => ({ keyword: String(values[key] ?? '') })
  switch (name) {
    case 'invited':
      return { to: '/user', search: search('username') }
    case 'code_redeemed':
      return { to: '/redemption', search: search('code') }
    case 'option_changed':
      return { to: '/setting', search: search('option') }
    default:
      return undefined
  }
}
