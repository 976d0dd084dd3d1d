import { describe, expect, it } from 'vitest'
import { readForm, setFormField } from './form.ts'

const write = async (fill: (form: FormData) => void) => {
  const form = new FormData()
  fill(form)
  const response = new Response(form)
  return {
    bytes: Buffer.from(await response.arrayBuffer()),
    contentType: response.headers.get('content-type') ?? '',
  }
}

const picture = new Uint8Array([0, 13, 10, 45, 45, 255, 13, 10])

describe('a form with files', () => {
  it('is read as texts and places of files, whatever bytes the files hold', async () => {
    const { bytes, contentType } = await write((form) => {
      form.append('model', 'gpt-image-1')
      form.append('image[]', new File([picture], 'a "b".png', { type: 'image/png' }))
      form.append('include[]', 'one')
      form.append('include[]', 'two')
    })
    const { fields, files } = readForm(bytes, contentType)
    expect(fields).toEqual({ model: 'gpt-image-1', 'include[]': ['one', 'two'] })
    expect(files).toMatchObject([{ name: 'image[]', mediaType: 'image/png' }])
    expect(new Uint8Array(bytes.subarray(files[0]?.start, files[0]?.end))).toEqual(picture)
  })

  it('changes one text and leaves every other byte', async () => {
    const { bytes, contentType } = await write((form) => {
      form.append('file', new File([picture], 'a.wav'))
      form.append('model', 'mine')
    })
    const changed = setFormField(bytes, 'model', 'whisper-1')
    expect(readForm(changed, contentType).fields).toEqual({ model: 'whisper-1' })
    expect(changed.toString('latin1')).toBe(bytes.toString('latin1').replace('mine', 'whisper-1'))
    expect(readForm(setFormField(bytes, 'stream', 'true'), contentType).fields).toEqual({
      stream: 'true',
      model: 'mine',
    })
  })

  it.each([
    ['no boundary', 'x', 'multipart/form-data'],
    ['another boundary', '--b\r\n\r\n', 'multipart/form-data; boundary=a'],
    ['no end', '--a\r\ncontent-disposition: form-data; name="x"\r\n\r\ntext', 'multipart/form-data; boundary=a'],
    ['no name', '--a\r\ncontent-disposition: form-data\r\n\r\ntext\r\n--a--', 'multipart/form-data; boundary=a'],
  ])('is refused with %s', (_case, body, contentType) => {
    expect(() => readForm(Buffer.from(body), contentType)).toThrow()
  })

  it('T45: is refused at once with too many parts, or with a boundary of any length but the usual', () => {
    const part = '--a\r\ncontent-disposition: form-data; name="x"; filename="../../etc/passwd"\r\n\r\n\r\n'
    const parts = Buffer.from(`${part.repeat(10_000)}--a--`)
    const dashes = '-'.repeat(10_000)
    const dashed = Buffer.from(`--${dashes}\r\n`.repeat(3000))
    const head = Buffer.from(`--a\r\ncontent-disposition: form-data;${' ;'.repeat(4_000_000)}name="\r\n\r\n\r\n--a--`)
    for (const [bytes, boundary, limit] of [
      [parts, 'a', 10],
      [dashed, dashes, 10],
      [head, 'a', 200],
    ] as const) {
      const times = [0, 1, 2].map(() => {
        const begun = process.threadCpuUsage()
        expect(() => readForm(bytes, `multipart/form-data; boundary=${boundary}`)).toThrow()
        return process.threadCpuUsage(begun).user / 1000
      })
      expect(Math.min(...times)).toBeLessThan(limit)
    }
  })

  it('T45: keeps the name of a file as it came, as nothing is written under it', () => {
    const part = '--a\r\ncontent-disposition: form-data; name="file"; filename="../../etc/passwd"\r\n\r\nx\r\n--a--'
    const { files } = readForm(Buffer.from(part), 'multipart/form-data; boundary=a')
    expect(files).toMatchObject([{ name: 'file', fileName: '../../etc/passwd' }])
  })

  it('keeps a name that would reach a prototype a plain field', () => {
    const body = '--a\r\ncontent-disposition: form-data; name="__proto__"\r\n\r\nx\r\n--a--'
    const { fields } = readForm(Buffer.from(body), 'multipart/form-data; boundary=a')
    expect(Object.getPrototypeOf(fields)).toBe(Object.prototype)
    expect(Object.keys(fields)).toEqual(['__proto__'])
  })
})
