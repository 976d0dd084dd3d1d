import { Columns3 } from 'lucide-react'
import { type ComponentProps, useState } from 'react'
import { useText } from '../lib/i18n.ts'
import { lazyPart } from '../lib/lazy-part.tsx'
import type { ColumnsPopover } from './columns-popover.tsx'
import { IconButton } from './icon-button.tsx'
import { Overlay } from './overlay.tsx'

const Popup = lazyPart(() => import('./columns-popover.tsx'), 'ColumnsPopover')

/** On hover or focus of the button, so that the first click finds the chunk loaded. */
const preload = () => void Popup.preload()

type ColumnSettingsProps = Omit<ComponentProps<typeof ColumnsPopover>, 'anchor' | 'onClose'>

/** Which columns a table shows and how high its rows are; the choice is kept by the page. */
export function ColumnSettings(props: ColumnSettingsProps) {
  const t = useText('lists')
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const close = () => setAnchor(null)
  return (
    <>
      <IconButton
        tone="framed"
        label={t('columns')}
        icon={<Columns3 />}
        aria-haspopup="dialog"
        aria-expanded={anchor !== null}
        onPointerEnter={preload}
        onFocus={preload}
        onClick={({ currentTarget }) => setAnchor(anchor === null ? currentTarget : null)}
      />
      <Overlay onClose={close}>{anchor && <Popup {...props} anchor={anchor} onClose={close} />}</Overlay>
    </>
  )
}
