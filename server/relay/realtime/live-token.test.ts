import { GoogleGenAI, Modality } from '@google/genai'
import { describe, expect, it } from 'vitest'
import { eachLiveBench, liveCost } from '#testing/live-bench.ts'
import { isTurnOver } from '#testing/live-client.ts'
import { addRelayToken } from '#testing/relay-client.ts'

eachLiveBench(({ gateway, clock, upstream, root, key, open, rows, newRows, set }) => {
  type Config = NonNullable<Parameters<GoogleGenAI['authTokens']['create']>[0]['config']>
  const google = (owner = key()) =>
    new GoogleGenAI({ apiKey: owner, httpOptions: { baseUrl: gateway().url, apiVersion: 'v1alpha' } })
  const make = async (config: Config = {}, owner?: string): Promise<string> =>
    (await google(owner).authTokens.create({ config })).name ?? ''
  const begin = (token: string, model = 'plain', config = {}) => open(model, { key: token, version: 'v1alpha', config })
  const refused = (...wish: Parameters<typeof begin>): Promise<string> =>
    begin(...wish).then(
      () => 'it was opened',
      (error: Error) => error.message,
    )
  /** What the upstream was told first in the newest session. */
  const setUp = () => upstream().messages.findLast(({ setup }) => setup !== undefined).setup
  const inSeconds = (seconds: number) => new Date(clock.now() + seconds * 1000).toISOString()

  describe('a key for a browser, made in the words of the official client', () => {
    it('opens one session, which the token behind it pays', async () => {
      const before = (await rows()).length
      const token = await make()
      expect(token).toMatch(/^auth_tokens\/[\w.-]+$/)
      const client = await begin(token)
      client.session.sendClientContent({ turns: 'Hi' })
      await client.next(isTurnOver)
      client.session.close()
      const [row] = await newRows(before, 1)
      expect(row).toMatchObject({ quota: liveCost, model_name: 'plain', token_name: 'token' })
      expect(upstream().handshakes.at(-1)?.path).toBe(
        '/ws/google.ai.generativelanguage.v1alpha.GenerativeService.BidiGenerateContent',
      )
      expect(JSON.stringify(upstream().handshakes.at(-1))).not.toContain('auth_tokens')
      expect(await refused(token)).toContain('as many sessions as it may')
    })

    it('opens as many as it says, and does not count one that came to nothing', async () => {
      const token = await make({ uses: 2 })
      for (const model of ['plain', 'nowhere', 'refuse-1008', 'plain']) {
        if (model === 'plain') (await begin(token)).session.close()
        else expect(await refused(token, model)).toContain('(code 100')
      }
      expect(await refused(token)).toContain('as many sessions as it may')
      const endless = await make({ uses: 0 })
      for (let session = 0; session < 3; session += 1) (await begin(endless)).session.close()
    })

    it('does not count a session that is gone on with, however late', async () => {
      const token = await make({ expireTime: inSeconds(600) })
      const client = await begin(token, 'plain', { sessionResumption: {} })
      client.session.sendClientContent({ turns: 'Hi' })
      const { sessionResumptionUpdate } = await client.next((message) => message.sessionResumptionUpdate)
      client.session.close()
      clock.pass(120)
      const handle = sessionResumptionUpdate?.newHandle ?? ''
      const again = await begin(token, 'plain', { sessionResumption: { handle } })
      expect(setUp().sessionResumption).toEqual({ handle })
      again.session.close()
      expect(await refused(token)).toContain('expired')
    })

    it('holds sessions to all that it says, to its members, or to those that it names', async () => {
      const constraints = {
        model: 'plain',
        config: { responseModalities: [Modality.AUDIO], systemInstruction: 'Be brief.', temperature: 0.5 },
      }
      const said = { systemInstruction: 'Be long.', temperature: 1, topK: 3 }
      const all = await make({ liveConnectConstraints: constraints })
      ;(await begin(all, 'endless', said)).session.close()
      expect(setUp()).toMatchObject({ model: 'models/plain', generationConfig: { temperature: 0.5 } })
      expect(JSON.stringify(setUp())).toContain('Be brief.')
      expect(setUp().generationConfig.topK).toBeUndefined()
      const members = await make({ liveConnectConstraints: constraints, lockAdditionalFields: [] })
      ;(await begin(members, 'endless', said)).session.close()
      expect(setUp()).toMatchObject({ model: 'models/plain', generationConfig: { temperature: 0.5, topK: 3 } })
      expect(JSON.stringify(setUp())).not.toContain('Be long.')
      const more = await make({ liveConnectConstraints: constraints, lockAdditionalFields: ['topK'] })
      ;(await begin(more, 'endless', said)).session.close()
      expect(setUp().generationConfig).toEqual({ temperature: 0.5, responseModalities: ['AUDIO'] })
    })

    it('opens none after its time, and ends those that run when all of it is over', async () => {
      const token = await make({ uses: 2, expireTime: inSeconds(300), newSessionExpireTime: inSeconds(20) })
      const client = await begin(token)
      clock.pass(21)
      expect(await refused(token)).toContain('expired')
      clock.pass(300)
      expect(await client.closed).toMatchObject({ code: 1008, reason: expect.stringContaining('expired') })
    })

    it('is no longer good when its token is taken back, and good for nothing else', async () => {
      const own = await addRelayToken(root())
      const token = await make({ uses: 5 }, own.key)
      for (const [method, path] of [
        ['GET', '/v1beta/models'],
        ['POST', '/v1beta/models/plain:generateContent'],
        ['POST', '/v1alpha/auth_tokens'],
      ] as const) {
        const response = await fetch(`${gateway().url}${path}?access_token=${token}`, { method })
        expect(response.status).toBe(401)
      }
      const client = await begin(token)
      await root().remove(`/api/token/${own.id}`)
      expect((await client.closed).code).toBe(1008)
      expect(await refused(token)).toContain('Invalid API token')
      expect(await refused(`${token.slice(0, -4)}AAAA`)).toContain('Invalid API token')
    })

    it('is refused for what its sessions would be refused for', async () => {
      const limited = (await addRelayToken(root(), { model_limits_enabled: true, model_limits: 'plain' })).key
      await set({ SensitiveWords: 'forbidden', CheckSensitiveEnabled: 'true', CheckSensitiveOnPromptEnabled: 'true' })
      const config = (systemInstruction: string) => ({ liveConnectConstraints: { config: { systemInstruction } } })
      for (const [status, wish, owner] of [
        [403, { liveConnectConstraints: { model: 'endless' } }, limited],
        [404, { liveConnectConstraints: { model: 'nowhere' } }],
        [404, { liveConnectConstraints: { config: { sessionResumption: { handle: 'other' } } } }],
        [400, config('forbidden')],
        [400, config(Array.from({ length: 9000 }, () => Math.random()).join(' '))],
        [400, { uses: -1 }],
        [400, { expireTime: inSeconds(-1) }],
        [400, { newSessionExpireTime: inSeconds(21 * 3600) }],
        [400, { expireTime: 'soon' }],
      ] satisfies [number, Config, string?][]) {
        await expect(make(wish, owner)).rejects.toMatchObject({ status })
      }
      await set({ SensitiveWords: '' })
    })
  })
})
