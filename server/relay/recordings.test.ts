import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestDatabase, type TestDatabase } from '#testing/database.ts'
import { startTestGateway, type TestClient, type TestGateway } from '#testing/gateway.ts'
import { brokenOff, recordedChannels } from '#testing/recorded-channels.ts'
import { recordingExceptions } from '#testing/recording-exceptions.ts'
import { recordedProtocols, recordingsInSet, recordingsOf, recordingsPresent } from '#testing/recordings.ts'
import { addRelayChannel, addRelayToken, priceModels } from '#testing/relay-client.ts'
import { checkRecordings, type Finding, inbounds, type Replay, startReplay } from '#testing/replay.ts'
import { findBrokenInvariants, findWrongCharges } from '../db/invariants.ts'
import { recomputeRow } from '../domain/money/recomputed-row.ts'

/** Two hundred exchanges a test: seconds where nothing else runs, more beside other tests. */

describe.skipIf(!recordingsPresent)('recorded exchanges of real providers, told by a real gateway', () => {
  let opened: TestDatabase
  let replay: Replay
  let gateway: TestGateway
  let key: string

  beforeAll(async () => {
    opened = await openTestDatabase('sqlite')
    replay = await startReplay()
    gateway = await startTestGateway({ place: opened.place })
    const root = await gateway.asRoot()
    const channels = recordedChannels(replay.url)
    await priceModels(
      root,
      channels.flatMap(({ models }) => models),
    )
    for (const { fields } of channels) await addRelayChannel(root, { ...fields, auto_ban: 0 })
    key = (await addRelayToken(root)).key
  })
  afterAll(async () => {
    await gateway?.close()
    await replay?.stop()
    await opened?.remove()
  })

  const check = (inbound: (typeof inbounds)[number] | 'same', mode: 'minimal' | 'recorded' = 'minimal') =>
    checkRecordings({ gateway: gateway.url, replay: replay.url, key, inbound, mode })

  it.each(inbounds)('tells every exchange to clients that speak %s', async (inbound) => {
    expectAsListed(await check(inbound), inbound)
  })

  it('passes on recorded requests where both sides speak the same', async () => {
    expectAsListed(await check('same', 'recorded'), 'recorded')
  })

  it.each(inbounds.slice(0, 4))(
    'F01: lets no answer that broke off look whole to clients that speak %s',
    async (inbound) => {
      const parts = { gateway: gateway.url, replay: replay.url, key, inbound, mode: 'minimal' } as const
      const findings = await checkRecordings({ ...parts, fault: brokenOff })
      expect(findings.filter(({ aspects }) => aspects.failure_seen !== 'pass').map(faultsOf)).toEqual([])
      expect(findings.length).toBeGreaterThan(0)
    },
  )

  it('charges each by the usage that its upstream told, in whatever dialect it was asked for', async () => {
    await gateway.plane.domain.ledger.drain()
    const charged = await rowsByModel(await gateway.asRoot())
    const told = recordedProtocols()
      .flatMap(recordingsOf)
      .filter(({ expected }) => expected.usage?.input !== undefined && expected.usage.output !== undefined)
    expect(told.filter(({ id }) => charged.has(`fx-${id}`)).length).toBeGreaterThan(150)
    const wrong = told.flatMap(({ id, expected: { usage = {} } }) => {
      const { input = 0, output = 0, tool_use_input: ofTools = 0 } = usage
      const rows = charged.get(`fx-${id}`) ?? []
      return rows
        .filter(({ read, written }) => !([input, input + ofTools].includes(read) && written === output))
        .map(({ read, written }) => `${id}: ${input} and ${output} told, ${read} and ${written} charged`)
    })
    expect([...new Set(wrong)]).toEqual([])
  })

  it('keeps the books straight over all of them', async () => {
    const { database, domain } = gateway.plane
    await domain.ledger.drain()
    expect(await findBrokenInvariants(database)).toEqual([])
    expect(await findWrongCharges(database, recomputeRow)).toEqual([])
  })
})

it.skipIf(recordingsPresent)(`${recordingsInSet} recorded exchanges were not told: their folder is not here`, () => {})

type Charged = { read: number; written: number }

const rowsByModel = async (root: TestClient): Promise<Map<string, Charged[]>> => {
  const found = new Map<string, Charged[]>()
  for (let page = 1; ; page += 1) {
    const { items } = (await root.get(`/api/log/?p=${page}&page_size=100&type=2`)).data
    for (const { model_name: model, prompt_tokens: read, completion_tokens: written } of items) {
      found.set(model, [...(found.get(model) ?? []), { read, written }])
    }
    if (items.length < 100) return found
  }
}

/** What fails must be listed with its reason, and what is listed must fail. */
const expectAsListed = (findings: readonly Finding[], told: (typeof inbounds)[number] | 'recorded'): void => {
  const listed = recordingExceptions.filter((exception) => exception.told.includes(told))
  const known = new Set(listed.map(({ key }) => key))
  const failed = findings.filter(({ pass }) => !pass)
  const failing = new Set(failed.map(({ id }) => keyOf(id)))
  const unexpected = failed.filter(({ id }) => !known.has(keyOf(id))).map(faultsOf)
  const passed = listed.filter(({ key, byTiming }) => byTiming !== true && !failing.has(key)).map(({ key }) => key)
  expect({ checked: findings.length > 0, unexpected, passed }).toEqual({ checked: true, unexpected: [], passed: [] })
}

const keyOf = (id: string): string => id.slice(-10)

const faultsOf = ({ id, aspects }: Finding): string => {
  const faults = Object.entries(aspects).filter(([, verdict]) => verdict.startsWith('FAIL'))
  return `${id}: ${faults.map(([aspect, verdict]) => `${aspect} ${verdict.slice(5)}`).join('; ')}`
}
