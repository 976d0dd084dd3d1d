import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parseEnvironment } from './environment.ts'

describe('the environment', () => {
  it('needs nothing', () => {
    expect(parseEnvironment({})).toEqual({
      ok: true,
      value: {
        HOST: '0.0.0.0',
        PORT: 3000,
        DATA_DIR: resolve('./data'),
        SHUTDOWN_NOTICE_SECONDS: 5,
        TRUSTED_PROXIES: [],
        LOG_LEVEL: 'info',
        ALLOW_PRIVATE_UPSTREAMS: true,
        OWN_REQUEST_READER: true,
        OWN_UPSTREAM_CLIENT: true,
        GLOBAL_API_RATE_LIMIT: 180,
        BODY_MEMORY_MB: 256,
      },
    })
  })

  it('reads what is there, and takes an empty variable for none', () => {
    const parsed = parseEnvironment({
      PORT: '8080',
      DATA_DIR: '/srv/sluice',
      DATABASE_URL: 'postgres://user:word@db.example/sluice',
      REDIS_URL: 'redis://cache.example',
      TRUSTED_PROXIES: '10.0.0.0/8, 192.168.1.1',
      PUBLIC_URL: 'https://ai.example.com/',
      ALLOW_PRIVATE_UPSTREAMS: 'false',
      LOG_LEVEL: '',
      HOME: '/root',
    })
    expect(parsed.ok && parsed.value).toMatchObject({
      PORT: 8080,
      DATA_DIR: '/srv/sluice',
      DATABASE_URL: 'postgres://user:word@db.example/sluice',
      PUBLIC_URL: 'https://ai.example.com',
      ALLOW_PRIVATE_UPSTREAMS: false,
      LOG_LEVEL: 'info',
    })
    expect(parsed.ok && parsed.value.TRUSTED_PROXIES).toHaveLength(2)
  })

  it('tells every fault at once, without repeating secrets', () => {
    const parsed = parseEnvironment({
      PORT: '70000',
      DATABASE_URL: 'mysql://user:word@db.example/sluice',
      REDIS_URL: 'nonsense',
      SLUICE_SECRET: 'short-word',
      TRUSTED_PROXIES: '10.0.0.0/33',
      PUBLIC_URL: 'ftp://x',
      ALLOW_PRIVATE_UPSTREAMS: 'maybe',
      LOG_LEVEL: 'loud',
      METRICS_TOKEN: 'short-word',
    })
    const faults = parsed.ok ? [] : parsed.faults
    expect(faults.map((fault) => fault.split(':', 1)[0]).sort()).toEqual([
      'ALLOW_PRIVATE_UPSTREAMS',
      'DATABASE_URL',
      'LOG_LEVEL',
      'METRICS_TOKEN',
      'PORT',
      'PUBLIC_URL',
      'REDIS_URL',
      'SLUICE_SECRET',
      'TRUSTED_PROXIES',
    ])
    expect(faults).toContain('PORT: must be a whole number from 0 to 65535')
    expect(faults.join('\n')).not.toMatch(/word/)
  })
})
