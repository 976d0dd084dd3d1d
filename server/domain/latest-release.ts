import * as z from 'zod/mini'
import { ApplicationError } from '#contract/errors.ts'
import { webAddress } from '#contract/option-fields.ts'
import type { Outbound } from '../lib/outbound/outbound.ts'
import type { Domain } from './domain.ts'

/** As code hosts tell of a release. */
const release = z.object({
  tag_name: z.string().check(z.minLength(1), z.maxLength(255)),
  html_url: webAddress.check(z.minLength(1)),
})

type Release = z.output<typeof release>

type Parts = { domain: Pick<Domain, 'options' | 'log'>; outbound: Pick<Outbound, 'request' | 'operator'> }

/** Asks the operator's address for the newest release. The console may ask nobody but its own server. */
export const createLatestRelease =
  ({ domain: { options, log }, outbound }: Parts) =>
  async (): Promise<Release> => {
    const url = options.get('UpdateAddress')
    if (url === '') throw new ApplicationError('update_address_missing')
    try {
      const { status, body } = await outbound.request({
        url,
        method: 'GET',
        headers: { accept: 'application/json', 'user-agent': 'sluice' },
        policy: outbound.operator,
        timeoutMs: deadlineMs,
        maximumBytes: 1024 * 1024,
      })
      if (status !== 200) throw new Error(`answered with status ${status}`)
      return release.parse(JSON.parse(body.toString()))
    } catch (error) {
      log.info('the address for updates told of no release', { error })
      throw new ApplicationError('update_unreachable', {}, error)
    }
  }

const deadlineMs = 10_000
