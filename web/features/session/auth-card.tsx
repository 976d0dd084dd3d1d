import type { ReactNode } from 'react'
import { useStatus } from '../../lib/status.ts'
import { Card } from '../../ui/card.tsx'
import { Logo } from '../../ui/logo.tsx'

type AuthCardProps = { title: string; subtitle: string; notice?: ReactNode; below?: ReactNode; children: ReactNode }

/** The narrow page of signing in and its neighbours. */
export function AuthCard({ title, subtitle, notice, below, children }: AuthCardProps) {
  const { logo } = useStatus()
  return (
    <div className="mx-auto grid w-full max-w-[400px] gap-5 py-4 sm:py-12">
      <header className="grid justify-items-center gap-1 text-center">
        <Logo source={logo} size={44} />
        <h1 className="mt-2 text-2xl leading-8 font-semibold tracking-tight">{title}</h1>
        <p className="text-muted">{subtitle}</p>
      </header>
      {notice}
      <Card className="p-5 shadow-sm sm:p-7">{children}</Card>
      {below && <p className="text-center text-muted">{below}</p>}
    </div>
  )
}
