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

  it('keeps a name that would reach a prototype a plain field', () => {
    const body = '--a\r\ncontent-disposition: form-data; name="__proto__"\r\n\r\nx\r\n--a--'
    const { fields } = readForm(Buffer.from(body), 'multipart/form-data; boundary=a')
    expect(Object.getPrototypeOf(fields)).toBe(Object.prototype)
    expect(Object.keys(fields)).toEqual(['__proto__'])
  })
})
