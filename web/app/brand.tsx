import { useStatus } from '../lib/status.ts'
import { Logo } from '../ui/logo.tsx'

/** Logo, name and mode of this installation. */
export function Brand() {
  const status = useStatus()
  return (
    <>
      <Logo source={status.logo} size={28} />
      <span className="truncate font-semibold max-[359px]:sr-only">{status.system_name}</span>
    </>
  )
}
