import './code-colours.css'
import core from 'highlight.js/lib/core'
import bash from 'highlight.js/lib/languages/bash'
import css from 'highlight.js/lib/languages/css'
import go from 'highlight.js/lib/languages/go'
import javascript from 'highlight.js/lib/languages/javascript'
import json from 'highlight.js/lib/languages/json'
import python from 'highlight.js/lib/languages/python'
import sql from 'highlight.js/lib/languages/sql'
import typescript from 'highlight.js/lib/languages/typescript'
import xml from 'highlight.js/lib/languages/xml'

const languages = { bash, css, go, javascript, json, python, sql, typescript, xml }

for (const [name, language] of Object.entries(languages)) core.registerLanguage(name, language)

/** The code as HTML, escaped, with a class around each kind of word; undefined for other languages. */
export const colourCode = (source: string, language: string): string | undefined =>
  core.getLanguage(language) === undefined
    ? undefined
    : core.highlight(source, { language, ignoreIllegals: true }).value
