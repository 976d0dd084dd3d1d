import type { Page } from 'playwright-core'
import { type Channel, channelStatuses, channels } from '#contract/channels.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { type Log, logs } from '#contract/logs.ts'
import { type Redemption, redemptions } from '#contract/redemptions.ts'
import { type Token, tokens } from '#contract/tokens.ts'
import { type ManagedUser, users } from '#contract/users.ts'

const now = Math.floor(Date.now() / 1000)
const [hour, day] = [3600, 86_400]
const long = 'a name that goes on and on for longer than a phone is wide'

/** What rows can say at most, and beside each other. */
const crowdedChannels: readonly Partial<Channel>[] = [
  {
    ...{ rest: { models: 3, until: now + hour, why: 'failures', reason: '503 overloaded_error' }, tag: long },
    ...{ lately: { successes: 12, failures: 30 }, response_time: 4210, test_time: now, group: 'default,vip,third' },
    ...{ balance: 1234.56, balance_updated_time: now, used_quota: 987_654_321 },
  },
  {
    ...{ status: channelStatuses.autoDisabled, test_fault: '401 invalid_api_key', test_time: now, response_time: 321 },
    other_info: JSON.stringify({ status_reason: '401 invalid_api_key', status_time: now - hour }),
    ...{ key_count: 12, balance: 12_345.678, balance_updated_time: now, used_quota: 123_456_789_012 },
  },
  {
    ...{ rest: { models: 1, until: now + day, why: 'refused', reason: '403 forbidden' }, name: long },
    ...{ test_fault: 'timeout', test_time: now, response_time: 60_000, used_quota: 123_456_789_012 },
  },
]
const crowdedTokens: readonly Partial<Token>[] = [
  {
    ...{ status: 4, remain_quota: 0, used_quota: 500_000_000 },
    ...{ expired_time: now - 40 * day, accessed_time: now - 320 * day },
  },
  {
    ...{ status: 3, remain_quota: 123_456_789, used_quota: 987_654_321, group: 'a-group-with-a-long-name' },
    ...{ expired_time: now + 2 * day, accessed_time: now - hour + 60 },
  },
  { name: long, unlimited_quota: true, used_quota: 1_234_567_890, expired_time: -1, accessed_time: now - 59 },
]
const crowdedUsers: readonly Partial<ManagedUser>[] = [
  {
    ...{ role: 10, group: 'a-group-with-a-long-name', email: 'somebody.with.a.long.address@mail.example.com' },
    ...{ quota: 12_345_678_901, used_quota: 98_765_432_109, request_count: 1_234_567, aff_count: 12, inviter_id: 3 },
  },
  { role: 100, quota: -5, used_quota: 9_876_543_210, request_count: 98_765 },
]
const crowdedLogs: readonly Partial<Log>[] = [
  {
    ...{
      token_name: long,
      channel_name: long,
      model_name: 'a-model/with-a-name-that-needs-more-than-one-line-of-a-phone',
    },
    ...{
      quota: 98_765_432_109,
      prompt_tokens: 1_234_567,
      completion_tokens: 1_234_567,
      use_time: 3599,
      is_stream: true,
    },
  },
  { type: 3, model_name: '', content: long, username: 'somebody_with_a_long_name' },
]
const crowdedCodes: readonly Partial<Redemption>[] = [
  { name: long, quota: 98_765_432_109, max_uses: 10_000, status: 2 },
]

const crowded: readonly (readonly [Endpoint, readonly object[]])[] = [
  [channels.list, crowdedChannels],
  [tokens.list, crowdedTokens],
  [users.list, crowdedUsers],
  [logs.list, crowdedLogs],
  [redemptions.list, crowdedCodes],
]

/** The first rows of lists say from now on whatever needs the most room. */
export const crowdRows = async (page: Page): Promise<void> => {
  for (const [{ path }, rows] of crowded)
    await page.route(
      ({ pathname }) => pathname === path,
      async (route) => {
        const response = await route.fetch()
        const { data, ...told } = await response.json()
        const items = data.items.map((item: object, place: number) => ({ ...item, ...rows[place] }))
        await route.fulfill({ response, json: { ...told, data: { ...data, items } } })
      },
    )
}
