import { expect, vi } from 'vitest'
import { codeWays } from '#contract/signin-parts.ts'
import { systemStatus } from '#contract/status.ts'
import { currentStatus, loadStatus } from '../lib/status.ts'
import { answerCalls, granted } from '../testing/answer-calls.ts'
import { inEachLanguage } from '../testing/languages.ts'
import { renderPage } from '../testing/render-page.tsx'
import { screen } from '../testing/screen.ts'
import { said } from '../testing/wordings.ts'
import { CodeDialog } from './code-dialog.tsx'

inEachLanguage('The code of the official account comes with its picture, and with how long it is valid', async () => {
  const way = codeWays.find(({ name }) => name === 'wechat')
  if (!way) throw new Error('there is no such way to sign in')
  const status = systemStatus.parse({ ...currentStatus(), wechat_qrcode: 'https://pictures.example/code.png' })
  answerCalls({ 'GET /api/status': () => ({ body: granted(status) }) })
  await loadStatus()
  const onCode = vi.fn()
  const { user } = await renderPage(
    <CodeDialog
      way={way}
      title="WeChat"
      action="OK"
      pending={false}
      fault={undefined}
      onCode={onCode}
      onClose={() => {}}
    />,
  )
  const picture = await screen.findByAltText<HTMLImageElement>('QR code of the official account')
  expect(picture.src).toBe('https://pictures.example/code.png')
  // The account listens for a Chinese word in every language, which leaves the text as it is written here.
  screen.getByText(
    said(
      'Scan the QR code to follow the official account and send the message 验证码 to get your code (valid for three minutes).',
    ),
  )
  const button = document.querySelector<HTMLButtonElement>('button[type=submit]')
  expect(button?.disabled).toBe(true)
  await user.type(screen.getByLabelText('Verification code'), ' 123456 {Enter}')
  expect(onCode).toHaveBeenCalledExactlyOnceWith('123456')
})
