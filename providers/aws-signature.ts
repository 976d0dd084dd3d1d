import { createHash, createHmac } from 'node:crypto'

export type AwsCredentials = { accessKey: string; secret: string; region: string; session: string | undefined }

type AwsRequest = { method: 'GET' | 'POST'; host: string; path: string; body: Buffer; contentType?: string }

/** Signs a request to an AWS service (Signature Version 4): names and values of the headers to send, in turn. */
export const signAwsRequest = (
  service: string,
  { accessKey, secret, region, session }: AwsCredentials,
  { method, host, path, body, contentType }: AwsRequest,
  nowMs: number,
): string[] => {
  const date = new Date(nowMs).toISOString().replace(/[-:]|\.\d{3}/g, '')
  const day = date.slice(0, 8)
  const headers = [
    ...(contentType === undefined ? [] : [['content-type', contentType]]),
    ['host', host],
    ['x-amz-date', date],
    ...(session === undefined ? [] : [['x-amz-security-token', session]]),
  ]
  const names = headers.map(([name]) => name).join(';')
  const lines = headers.map(([name, value]) => `${name}:${value}`)
  const canonical = [method, canonicalPath(path), '', ...lines, '', names, sha256(body)].join('\n')
  const scope = `${day}/${region}/${service}/aws4_request`
  const text = `AWS4-HMAC-SHA256\n${date}\n${scope}\n${sha256(canonical)}`
  const key = [day, region, service, 'aws4_request'].reduce<string | Buffer>(hmac, `AWS4${secret}`)
  const signature = hmac(key, text).toString('hex')
  return [
    'authorization',
    `AWS4-HMAC-SHA256 Credential=${accessKey}/${scope}, SignedHeaders=${names}, Signature=${signature}`,
    'x-amz-date',
    date,
    ...(session === undefined ? [] : ['x-amz-security-token', session]),
  ]
}

const sha256 = (content: string | Buffer): string => createHash('sha256').update(content).digest('hex')
const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest()

/** Each part of the path is encoded once more than it is sent. */
const canonicalPath = (path: string): string => path.split('/').map(encodeURIComponent).join('/')
