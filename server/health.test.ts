import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { eachGateway } from '#testing/gateway.ts'
import { patience } from '#testing/patience.ts'

describe('health and figures', () => {
  eachGateway(
    (gateway, engine) => {
      it('says that it is alive and ready', async () => {
        expect((await gateway().visitor().get('/healthz')).text).toBe('ok\n')
        const ready = await gateway().visitor().get('/readyz')
        expect([ready.status, ready.text]).toEqual([200, 'ready\n'])
        expect((await gateway().visitor().post('/healthz')).code).toBe('method_not_allowed')
      })

      it('gives its figures to those who have the token', async () => {
        const read = (authorization?: string) =>
          gateway()
            .visitor()
            .get('/metrics', { headers: authorization === undefined ? {} : { authorization } })
        expect((await read()).status).toBe(401)
        expect((await read('Bearer wrong')).status).toBe(401)
        await gateway().visitor().get('/api/status')
        const { text } = await read('Bearer token-for-metrics')
        expect(text).toMatch(/^process_resident_memory_bytes \d+$/m)
        expect(text).toMatch(/^sluice_event_loop_delay_p99_seconds [\d.e-]+$/m)
        expect(text).toMatch(/^sluice_control_requests_total\{method="GET",route="\/api\/status",status="200"\} [1-9]/m)
      })

      it.runIf(engine === 'postgres')(
        'F12: is not ready while its server of PostgreSQL only reads, as one that follows another does',
        async () => {
          const { query } = gateway().plane.database
          const readiness = async () => (await gateway().visitor().get('/readyz')).status
          const only = async (readOnly: 'on' | 'off') => {
            const change = `begin read write;
            do $$ begin execute format('alter database %I set default_transaction_read_only = ${readOnly}', current_database()); end $$;
            commit;`
            await sql.raw(change).execute(query)
            // Whoever is connected goes on as before.
            const connected = sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database()`
            await connected.execute(query).catch(() => {})
          }
          await only('on')
          await expect.poll(readiness, patience).toBe(503)
          await only('off')
          await expect.poll(readiness, patience).toBe(200)
        },
      )

      it('is alive but not ready once the storage is gone', async () => {
        await gateway().plane.database.close()
        await expect.poll(async () => (await gateway().visitor().get('/readyz')).status).toBe(503)
        expect((await gateway().visitor().get('/healthz')).status).toBe(200)
      })
    },
    { METRICS_TOKEN: 'token-for-metrics' },
  )
})

describe('figures without a token', () => {
  eachGateway((gateway) => {
    it.each<[string, Record<string, string>]>([
      ['this machine', {}],
      ['a proxy on this machine that says for whom', { 'x-forwarded-for': '127.0.0.1' }],
      ['a proxy on this machine that does not', { host: 'gate.example.com' }],
      ['whoever sends an empty one', { authorization: 'Bearer ' }],
    ])('are for nobody, not even %s', async (_who, headers) => {
      expect((await fetch(`${gateway().url}/metrics`, { headers })).status).toBe(401)
    })
  })
})
