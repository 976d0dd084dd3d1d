/** Why a number was not taken, before its cell: what stands around it must not move, and nothing below it is in sight. */
export function CellFault({ id, text }: { id: string; text: string }) {
  return (
    <span
      id={id}
      role="alert"
      className="absolute top-1/2 right-full z-10 mr-1 w-max max-w-52 -translate-y-1/2 rounded-md border bg-pop px-2 py-1 text-left text-xs whitespace-normal text-bad shadow-lg"
    >
      {text}
    </span>
  )
}
