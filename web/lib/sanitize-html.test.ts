import { describe, expect, it } from 'vitest'
import { sanitizeHtml } from './sanitize-html.ts'

describe('T36: HTML of an operator', () => {
  it('keeps text, structure, links and pictures', () => {
    const html =
      '<h2 class="title">Hello</h2><p>Read <a href="https://example.com">this</a></p><img src="/logo.png" alt="logo">'
    expect(sanitizeHtml(html)).toBe(html)
  })

  it.each([
    ['a script', '<p>a</p><script>alert(1)</script>', '<p>a</p>'],
    ['an event handler', '<img src="/x.png" onerror="alert(1)">', '<img src="/x.png">'],
    ['a script address', '<a href="javascript:alert(1)">x</a>', '<a>x</a>'],
    ['a hidden script address', '<a href=" java&#10;script:alert(1)">x</a>', '<a>x</a>'],
    ['a data page', '<a href="data:text/html,<script>1</script>">x</a>', '<a>x</a>'],
    ['a picture that is a page', '<img src="data:image/svg+xml,<svg onload=alert(1)>">', '<img>'],
    ['drawings', '<svg><a href="https://example.com"><text>x</text></a></svg><p>b</p>', '<p>b</p>'],
    ['a style sheet', '<style>body{display:none}</style><p style="position:fixed">a</p>', '<p>a</p>'],
    ['a frame', '<iframe src="https://example.com"></iframe>c', 'c'],
    ['a form', '<form action="https://example.com"><input name="q">d</form>', 'd'],
    ['an id that could hide an element of ours', '<div id="root">e</div>', '<div>e</div>'],
    ['a comment', 'f<!-- <script>alert(1)</script> -->', 'f'],
  ])('loses %s', (_what, html, clean) => {
    expect(sanitizeHtml(html)).toBe(clean)
  })

  it('cuts the way back from pages that open beside ours', () => {
    expect(sanitizeHtml('<a href="https://example.com" target="_blank">x</a>')).toContain('rel="noopener noreferrer"')
  })
})
