/** Where what was made is found, each address on a line of its own. */
export function MediaLinks({ media }: { media: readonly { url: string }[] }) {
  return (
    <ul className="grid gap-1">
      {media.map(({ url }) => (
        <li key={url}>
          <a
            href={url}
            target="_blank"
            rel="noreferrer"
            className="text-brand-ink break-all underline underline-offset-2"
          >
            {new URL(url, location.href).href}
          </a>
        </li>
      ))}
    </ul>
  )
}
