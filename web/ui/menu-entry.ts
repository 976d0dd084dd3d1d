import type { ReactNode } from 'react'

type MenuItem = {
  label: string
  onSelect(): void
  icon?: ReactNode
  hint?: string
  danger?: boolean
  disabled?: boolean
  checked?: boolean
}

export type MenuEntry = MenuItem | 'separator'
