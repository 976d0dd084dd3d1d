import { Tabs as Base } from '@base-ui/react/tabs'
import clsx from 'clsx'
import type { ReactNode } from 'react'
import { fadingClass, useFadingRow } from './fading-row.ts'

type TabsProps<Value extends string> = {
  value: Value
  onChange(value: NoInfer<Value>): void
  label: string
  tabs: readonly { value: NoInfer<Value>; label: ReactNode }[]
  /** The panel of the current tab. */
  children: ReactNode
}

/** Tabs whose value belongs in the address: `<Tabs value={search.tab ?? 'operation'} onChange={...} tabs={...}>` */
export function Tabs<Value extends string>({ value, onChange, label, tabs, children }: TabsProps<Value>) {
  return (
    <Base.Root
      value={value}
      onValueChange={(next: unknown) => {
        const tab = tabs.find((candidate) => candidate.value === next)
        if (tab) onChange(tab.value)
      }}
      className="grid min-w-0 gap-5"
    >
      <Base.List
        ref={useFadingRow<HTMLDivElement>(value)}
        aria-label={label}
        className={clsx('relative flex gap-1 overflow-x-auto border-b', fadingClass)}
      >
        {tabs.map((tab) => (
          <Base.Tab
            key={tab.value}
            value={tab.value}
            className="h-10 shrink-0 rounded-t-lg px-3 whitespace-nowrap text-muted transition-colors hover:text-fg focus-visible:-outline-offset-2 data-active:font-medium data-active:text-fg pointer-coarse:h-11"
          >
            {tab.label}
          </Base.Tab>
        ))}
        <Base.Indicator className="absolute bottom-0 left-0 h-0.5 w-(--active-tab-width) translate-x-(--active-tab-left) rounded-full bg-brand transition-[translate,width] duration-200" />
      </Base.List>
      <Base.Panel value={value} className="min-w-0 outline-none" tabIndex={-1}>
        {children}
      </Base.Panel>
    </Base.Root>
  )
}
