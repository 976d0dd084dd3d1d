import { act, render, screen } from '@testing-library/react'
import { type ReactNode, Suspense, startTransition, useId, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, it, vi } from 'vitest'
import { areaFiles } from '../locales/files.ts'
import { commonText, setLanguage, startLanguage, useText } from './i18n.ts'

function Page() {
  const t = useText('personal')
  return (
    <p>
      {t('modelsHint', { count: 1 })} | {t('modelsHint', { count: 12 })} | {t('save')}
    </p>
  )
}

const drawPage = () =>
  act(async () => {
    render(
      <Suspense>
        <Page />
      </Suspense>,
    )
  })

it('A page waits for its own words and knows the common ones too, with plural forms', async () => {
  await startLanguage()
  await setLanguage('en')
  await drawPage()
  expect((await screen.findByText(/models/)).textContent).toBe(
    '1 model. A click copies its name. | 12 models. A click copies a name. | Save',
  )
})

it('A page that waited for its words goes on where React left it, with ids and a state behind them', async () => {
  await startLanguage()
  await setLanguage('en')
  function Late() {
    const t = useText('wallet')
    const id = useId()
    const [text] = useState(() => t('walletHint'))
    return <p id={id}>{text}</p>
  }
  const complaints = vi.spyOn(console, 'error')
  const place = document.body.appendChild(document.createElement('div'))
  const root = createRoot(place)
  // Outside of a test's act, which would draw it otherwise than a browser does.
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false)
  const draw = (page: ReactNode) => startTransition(() => root.render(<Suspense>{page}</Suspense>))
  draw('before')
  await vi.waitFor(() => expect(place.textContent).toBe('before'))
  draw(<Late />)
  await vi.waitFor(() => expect(place.textContent).not.toBe('before'))
  expect(complaints.mock.calls).toEqual([])
  root.unmount()
  vi.unstubAllGlobals()
  place.remove()
})

it('Changing the language redraws the page at once and marks the document', async () => {
  await startLanguage()
  await setLanguage('en')
  await drawPage()
  await screen.findByText(/models/)
  await act(() => setLanguage('zh'))
  expect(screen.getByText(/保存/).textContent).toBe(
    '共 1 个模型，点击即可复制名称。 | 共 12 个模型，点击即可复制名称。 | 保存',
  )
  expect(document.documentElement.lang).toBe('zh-CN')
  expect(localStorage.getItem('language')).toBe('zh')
})

it('Of two languages that are picked one after the other the last is spoken, though the texts of the first come later', async () => {
  await startLanguage()
  await setLanguage('en')
  const first = setLanguage('vi')
  await setLanguage('en')
  await first
  expect([document.documentElement.lang, localStorage.getItem('language')]).toEqual(['en', 'en'])
})

it('A language that is chosen in another tab is that of this one', async () => {
  await startLanguage()
  await setLanguage('en')
  await drawPage()
  await screen.findByText(/models/)
  act(() => void dispatchEvent(new StorageEvent('storage', { key: 'language', newValue: 'fr' })))
  expect((await screen.findByText(/Enregistrer/)).textContent).toMatch(/^1 modèle.* \| 12 modèles/)
  expect(document.documentElement.lang).toBe('fr')
})

it('Values fill the braces, and a brace without a value stays visible', async () => {
  await startLanguage()
  await setLanguage('en')
  expect(commonText('rowsRange', { from: 1, to: 10, total: 143 })).toBe('1–10 of 143')
  expect(commonText('typeToConfirm', { text: '{from}' })).toBe('Type “{from}” to confirm')
})

it('What was copied is named wherever something is', async () => {
  const texts = await Promise.all(Object.values(areaFiles).map(async (load) => JSON.stringify(await load())))
  const bare = texts.flatMap((text) => text.match(/"(?:Copied|已复制|复制成功)[.!。！]?"/g) ?? [])
  expect([texts.length > 40, bare]).toEqual([true, []])
})
