/** Why a number was not taken, below its cell and over the rows: what stands there must not move. */
export function CellFault({ id, text }: { id: string; text: string }) {
  return (
    <span
      id={id}
      role="alert"
      className="absolute top-full right-0 z-10 mt-1 w-max max-w-52 rounded-md border bg-pop px-2 py-1 text-left text-xs whitespace-normal text-bad shadow-lg"
    >
      {text}
    </span>
  )
}
