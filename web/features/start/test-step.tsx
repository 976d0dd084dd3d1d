import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { channelUpkeep } from '#contract/channel-upkeep.ts'
import { type Channel, channels } from '#contract/channels.ts'
import { callWhole } from '../../lib/api.ts'
import { useText } from '../../lib/i18n.ts'
import { refresh } from '../../lib/query.ts'
import { useReasonText } from '../../lib/refusal-words.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'

/** Whether the channel answers. It was asked when it was made: who sees this sees why it did not. */
export function TestStep({ channel, onAnswer }: { channel: Channel; onAnswer: (text: string) => void }) {
  const t = useText('start')
  const say = useReasonText()
  const test = useMutation({
    mutationFn: async () => {
      const { beside } = await callWhole(channelUpkeep.test, { params: { id: String(channel.id) }, query: {} })
      onAnswer(beside.answer)
    },
    meta: { quiet: true },
    onSettled: () => refresh(channels.list),
  })
  const fault =
    test.error?.message ??
    (channel.test_fault === '' ? undefined : t('testFailed', { reason: say({ reason: channel.test_fault }) }))
  return (
    <div className="grid gap-3">
      {fault === undefined ? (
        <p className="text-[13px] text-muted">{t('testHint', { name: channel.name })}</p>
      ) : (
        <Notice tone="bad">{fault}</Notice>
      )}
      <div className="flex flex-wrap gap-2">
        <Button variant="primary" loading={test.isPending} onClick={() => test.mutate()}>
          {t('testIt')}
        </Button>
        <Link to="/channel/edit/$id" params={{ id: String(channel.id) }} className={buttonClass()}>
          {t('changeChannel')}
        </Link>
      </div>
    </div>
  )
}
