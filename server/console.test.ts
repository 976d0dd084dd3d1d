import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ApplicationError } from '#contract/errors.ts'
import { namedPage, openConsole, type PageOwner } from './console.ts'
import type { PageGuests } from './lib/inbound/security-headers.ts'

const page =
  '<!doctype html><title>Sluice</title><meta property="og:title" content="Sluice" />' +
  '<meta property="og:site_name" content="Sluice" /><meta property="og:image" content="/social.png" />' +
  '<script>let theme = 1</script>'

describe('the console files', () => {
  let folder = ''
  let url = ''
  let guests: PageGuests = { scripts: [], forms: [] }
  let owner: PageOwner = { name: 'Sluice', address: '' }
  const server = createServer()
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'sluice-console-'))
    await mkdir(join(folder, 'assets'))
    await writeFile(join(folder, 'index.html'), page + ' '.repeat(2000))
    await writeFile(join(folder, 'assets/app-1.js'), 'const a = 1\n'.repeat(500))
    await writeFile(join(folder, 'assets/packed-1.js'), 'const b = 1\n'.repeat(500))
    await writeFile(join(folder, 'assets/packed-1.js.br'), brotliCompressSync('as the build packed it'))
    await writeFile(join(folder, 'logo.png'), 'picture')
    await writeFile(join(folder, '.stamp'), 'built')
    const files = await openConsole(folder, () => ({ guests, owner }))
    server.on('request', (request, response) => {
      files.handle(request, response, request.url ?? '/').catch((error: unknown) => {
        response.statusCode = error instanceof ApplicationError ? error.status : 500
        response.end()
      })
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const address = server.address()
    if (address === null || typeof address === 'string') throw new Error('no port')
    url = `http://127.0.0.1:${address.port}`
  })
  afterAll(async () => {
    server.close()
    await rm(folder, { recursive: true })
  })

  it('answers every page address with the one page, and never lets it be kept', async () => {
    for (const path of ['/', '/index.html', '/channel/edit/7', '/oauth/github', '/nowhere']) {
      const response = await fetch(url + path)
      expect([path, response.status, response.headers.get('content-type')]).toEqual([
        path,
        200,
        'text/html; charset=utf-8',
      ])
      expect(response.headers.get('cache-control')).toBe('no-cache')
      expect(await response.text()).toContain('let theme')
    }
  })

  it('lets the scripts of a guest run as long as it is one, without a page from before lingering in the browser', async () => {
    const before = await fetch(url)
    guests = { scripts: ['https://guest.example'], forms: ['https://pay.example'] }
    const during = await fetch(url, { headers: { 'if-none-match': before.headers.get('etag') ?? '' } })
    guests = { scripts: [], forms: [] }
    const after = await fetch(url, { headers: { 'if-none-match': during.headers.get('etag') ?? '' } })
    expect([during.status, after.status]).toEqual([200, 200])
    expect(during.headers.get('content-security-policy')).toContain("script-src 'self' https://guest.example 'sha256-")
    expect(during.headers.get('content-security-policy')).toContain("form-action 'self' https://pay.example;")
    for (const { headers } of [before, after]) expect(headers.get('content-security-policy')).not.toMatch(/guest|pay/)
  })

  it('shows whoever passes its address on the name and the picture of its operator, from the moment they are set', async () => {
    const before = await fetch(url)
    expect(await before.text()).toContain('<title>Sluice</title>')
    owner = { name: 'Harbour & $& Co', address: 'https://api.example' }
    const during = await fetch(url, { headers: { 'if-none-match': before.headers.get('etag') ?? '' } })
    expect(during.status).toBe(200)
    expect((await during.text()).trim()).toBe(
      '<!doctype html><title>Harbour &amp; $&amp; Co</title><meta property="og:title" content="Harbour &amp; $&amp; Co" />' +
        '<meta property="og:site_name" content="Harbour &amp; $&amp; Co" />' +
        '<meta property="og:image" content="https://api.example/social.png" /><script>let theme = 1</script>',
    )
    owner = { name: ' ', address: '' }
    const after = await fetch(url, { headers: { 'if-none-match': before.headers.get('etag') ?? '' } })
    expect(after.status).toBe(304)
  })

  it('T36: lets a name break out of no tag and no attribute, nor run a script', async () => {
    const policy = (await fetch(url)).headers.get('content-security-policy')
    owner = { name: '"></title><script>steal()</script>', address: '"><script>steal()</script>' }
    const response = await fetch(url)
    owner = { name: 'Sluice', address: '' }
    const html = await response.text()
    expect(html.match(/<script>/g)).toHaveLength(1)
    expect(html).toContain('content="&quot;&gt;&lt;/title&gt;&lt;script&gt;steal()&lt;/script&gt;"')
    expect(html).toContain('content="&quot;&gt;&lt;script&gt;steal()&lt;/script&gt;/social.png"')
    expect(response.headers.get('content-security-policy')).toBe(policy)
  })

  it('finds every place of a name in the page as it is written', async () => {
    const html = await readFile(join(import.meta.dirname, '../web/index.html'), 'utf8')
    const named = namedPage(html, { name: 'Harbour', address: 'https://api.example' })
    expect([named.match(/Sluice/g), named.match(/Harbour/g)?.length]).toEqual([null, 3])
    expect(named).toContain('content="https://api.example/social.png"')
  })

  it('makes the page once for all who ask while nothing changes', async () => {
    const built = join(folder, 'index.html')
    const html = await readFile(built, 'utf8')
    const first = await (await fetch(url)).text()
    await rm(built)
    expect(await (await fetch(url)).text()).toBe(first)
    await writeFile(built, html)
  })

  it('T36: lets run exactly the scripts the page was built with', async () => {
    const policy = (await fetch(url)).headers.get('content-security-policy')
    const hash = createHash('sha256').update('let theme = 1').digest('base64')
    expect(policy).toContain(`script-src 'self' 'sha256-${hash}';`)
    expect(policy).not.toMatch(/unsafe/)
    expect(policy).toMatch(/connect-src 'self';.*form-action 'self';/)
    expect(policy).toMatch(/object-src 'none'; base-uri 'none'/)
  })

  it('sends files packed, and hashed ones to be kept for ever', async () => {
    for (const encoding of ['br', 'gzip']) {
      const response = await fetch(`${url}/assets/app-1.js`, { headers: { 'accept-encoding': encoding } })
      expect(response.headers.get('content-encoding')).toBe(encoding)
      expect(Number(response.headers.get('content-length'))).toBeLessThan(500)
      expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
      expect(await response.text()).toBe('const a = 1\n'.repeat(500))
    }
    const plain = await fetch(`${url}/assets/app-1.js`, { headers: { 'accept-encoding': 'br;q=0, identity' } })
    expect(plain.headers.get('content-encoding')).toBeNull()
    const picture = await fetch(`${url}/logo.png`)
    expect([picture.headers.get('content-type'), await picture.text()]).toEqual(['image/png', 'picture'])
  })

  it('sends what the build packed as it is, and not by itself', async () => {
    const packed = await fetch(`${url}/assets/packed-1.js`, { headers: { 'accept-encoding': 'br' } })
    expect([packed.headers.get('content-encoding'), await packed.text()]).toEqual(['br', 'as the build packed it'])
    const plain = await fetch(`${url}/assets/packed-1.js`, { headers: { 'accept-encoding': 'gzip' } })
    expect(await plain.text()).toBe('const b = 1\n'.repeat(500))
    expect((await fetch(`${url}/assets/packed-1.js.br`)).status).toBe(404)
  })

  it('says of a page and of pictures what they may do, and of scripts only what browsers heed there', async () => {
    const saidOf = async (path: string) => [...(await fetch(url + path)).headers.keys()]
    const ofDocuments = ['permissions-policy', 'cross-origin-opener-policy']
    const ofAll = ['x-content-type-options', 'referrer-policy', 'cross-origin-resource-policy']
    for (const path of ['/login', '/logo.png']) {
      expect(await saidOf(path)).toEqual(expect.arrayContaining([...ofAll, ...ofDocuments]))
    }
    const ofScript = await saidOf('/assets/app-1.js')
    expect(ofScript).toEqual(expect.arrayContaining(ofAll))
    expect(ofScript.filter((name) => ofDocuments.includes(name))).toEqual([])
  })

  it('tells who has a file already that it is still the same', async () => {
    const tag = (await fetch(`${url}/assets/app-1.js`)).headers.get('etag') ?? ''
    const again = await fetch(`${url}/assets/app-1.js`, { headers: { 'if-none-match': tag } })
    expect([again.status, await again.text()]).toEqual([304, ''])
  })

  it('gives a page to browsers, and none to a program that asks for data', async () => {
    const statusFor = async (accept: string) => (await fetch(`${url}/health`, { headers: { accept } })).status
    expect(await statusFor('application/json')).toBe(404)
    expect(await statusFor('application/json, text/plain, */*')).toBe(404)
    expect(await statusFor('text/html,application/xhtml+xml,application/json;q=0.9,*/*;q=0.8')).toBe(200)
    expect(await statusFor('*/*')).toBe(200)
  })

  it('gives nothing that is not a file of the console', async () => {
    for (const path of [
      '/assets/none.js',
      '/.stamp',
      '/api',
      '/API/x',
      '/v1/x',
      '/%61pi/x',
      '/a/..%2f..%2fetc/passwd',
      '/%00',
      '/%zz',
    ]) {
      const { status } = await fetch(url + path)
      expect([path, status]).toEqual([path, path === '/.stamp' ? 200 : 404])
    }
    expect(await (await fetch(`${url}/.stamp`)).text()).toContain('let theme')
    expect((await fetch(url, { method: 'POST' })).status).toBe(404)
  })
})
