/** Why a number was not taken. It moves nothing, and stands before its cell: below the last row it would be out of sight. */
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
