import { RotateCcw } from 'lucide-react'
import type { Channel } from '#contract/channels.ts'
import { useText } from '../../../lib/i18n.ts'
import { Button } from '../../../ui/button.tsx'
import { KeyState } from './key-state.tsx'
import { useEnableKeys } from './use-enable-keys.ts'

/** Which keys of a channel with several are left out, why and until when, and the way to use them again. */
export function StoppedKeys({ channel }: { channel: Channel }) {
  const t = useText('channels')
  const { key_count: count, stopped_keys: stopped } = channel
  const { enable, isBusy } = useEnableKeys()
  return (
    <section aria-label={t('keys')} className="grid gap-2">
      <div className="flex flex-wrap items-center gap-3">
        <p>{t('keysInUse', { usable: count - stopped.length, count })}</p>
        {stopped.length > 1 && (
          <Button size="sm" loading={isBusy} onClick={() => enable({ channel })}>
            <RotateCcw aria-hidden />
            {t('keysEnableAll')}
          </Button>
        )}
      </div>
      {stopped.length > 0 && (
        <ul className="grid gap-2">
          {stopped.map((key) => (
            <li key={key.id} className="flex flex-wrap items-center gap-x-3 gap-y-1 rounded-lg border px-3 py-2">
              <KeyState of={key} />
              <Button
                size="sm"
                className="ml-auto"
                aria-label={t('keyEnableOf', { place: key.place })}
                disabled={isBusy}
                onClick={() => enable({ channel, key: key.id })}
              >
                {t('keyEnable')}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
