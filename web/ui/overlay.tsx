import { createContext, Fragment, type ReactNode, useContext, useState } from 'react'
import { Boundary } from './boundary.tsx'

type Presence = { isOpen: boolean; onGone: () => void }

const PresenceContext = createContext<Presence>({ isOpen: true, onGone: () => {} })

/** For the windows of the kit: whether what they show is still wanted, and whom to tell once they are out of sight. */
export const usePresence = (): Presence => useContext(PresenceContext)

type OverlayProps = { onClose: () => void; children: ReactNode }

/**
 * What opens over a page: `<Overlay onClose={close}>{isOpen && <TokenDrawer onClose={close} />}</Overlay>`. What is no
 * longer wanted is seen closing, what cannot be drawn closes and says why, and each opening begins anew.
 */
export function Overlay({ onClose, children }: OverlayProps) {
  const [shown, setShown] = useState<{ content: ReactNode; opening: number }>({ content: null, opening: 0 })
  const [isOpen, setOpen] = useState(false)
  const wanted = isDrawn(children)
  if (wanted && (!isOpen || children !== shown.content)) {
    setShown({ content: children, opening: isOpen ? shown.opening : shown.opening + 1 })
  }
  if (wanted !== isOpen) setOpen(wanted)
  const onGone = () => setShown((last) => (wanted ? last : { ...last, content: null }))
  const close = () => {
    setShown((last) => ({ ...last, content: null }))
    onClose()
  }
  return (
    <PresenceContext value={{ isOpen: wanted, onGone }}>
      <Boundary onClose={close}>
        <Fragment key={shown.opening}>{shown.content}</Fragment>
      </Boundary>
    </PresenceContext>
  )
}

const isDrawn = (children: ReactNode): boolean => children !== null && children !== undefined && children !== false
