import { expect, it } from 'vitest'
import { headerPairs } from '#testing/wanted.ts'
import { signAwsRequest } from './aws-signature.ts'

const credentials = {
  accessKey: 'AKIDEXAMPLE',
  secret: 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY',
  region: 'us-east-1',
  session: undefined,
}
const request = {
  method: 'POST',
  host: 'bedrock-runtime.us-east-1.amazonaws.com',
  path: `/model/${encodeURIComponent('us.anthropic.claude-sonnet-4-5-20250929-v1:0')}/invoke`,
  body: Buffer.from(
    '{"anthropic_version":"bedrock-2023-05-31","max_tokens":16,"messages":[{"role":"user","content":"hi"}]}',
  ),
  contentType: 'application/json',
} as const
const now = Date.UTC(2025, 10, 21, 8, 0, 0)

it('signs a request as the service itself would', () => {
  const headers = headerPairs(signAwsRequest('bedrock', credentials, request, now))
  expect(headers['x-amz-date']).toBe('20251121T080000Z')
  expect(headers.authorization).toBe(
    'AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE/20251121/us-east-1/bedrock/aws4_request, ' +
      'SignedHeaders=content-type;host;x-amz-date, ' +
      'Signature=21033a274865aec04196429f645cbe62d094e94770ca2d13f2ddb1fa44fcc4c1',
  )
})

it('signs the token of a session along with the rest', () => {
  const headers = headerPairs(signAwsRequest('bedrock', { ...credentials, session: 'token' }, request, now))
  expect(headers['x-amz-security-token']).toBe('token')
  expect(headers.authorization).toContain('SignedHeaders=content-type;host;x-amz-date;x-amz-security-token')
})
