import { useState } from 'react'
import { Copy } from './copy.tsx'
import { Dialog } from './dialog.tsx'
import { Overlay } from './overlay.tsx'
import { useHasRoom } from './room.tsx'

type LongTextProps = { text: string; label: string }

/** A line of a text, of which all opens in a window; where there is room, all of it. */
export function LongText({ text, label }: LongTextProps) {
  const hasRoom = useHasRoom()
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  if (text === '') return <span className="text-muted">–</span>
  if (hasRoom) return <WholeText text={text} />
  return (
    <>
      <button
        type="button"
        aria-label={`${label}: ${text.slice(0, 80)}`}
        onClick={(event) => {
          event.stopPropagation()
          setOpen(true)
        }}
        className="-mx-1 block max-w-48 truncate rounded-md px-1 text-left hover:bg-hover max-sm:min-h-6"
      >
        {text}
      </button>
      <Overlay onClose={close}>
        {isOpen && (
          <Dialog open onClose={close} title={label}>
            <WholeText text={text} />
          </Dialog>
        )}
      </Overlay>
    </>
  )
}

function WholeText({ text }: { text: string }) {
  return (
    <div data-wide className="flex items-start gap-2">
      <p className="min-w-0 flex-1 text-[13px] break-words whitespace-pre-wrap">{text}</p>
      <Copy text={text} />
    </div>
  )
}
