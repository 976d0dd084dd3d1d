import { fileURLToPath } from 'node:url'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { marksPlugin } from './scripts/mark-sprite.ts'
import { packedFilesPlugin } from './scripts/packed-files.ts'
import { pageChunks } from './scripts/page-chunks.ts'

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))
const gateway = process.env.GATEWAY_URL ?? 'http://127.0.0.1:3000'

export default defineConfig({
  root: here('./web'),
  plugins: [react(), tailwindcss(), marksPlugin(), packedFilesPlugin()],
  build: {
    outDir: here('./dist/console'),
    emptyOutDir: true,
    manifest: true,
    target: 'es2023',
    // Small images and fonts stay files: the content security policy allows no data addresses for them.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        // The shell names every file there is, and what is random in a name is not compressed.
        chunkFileNames: 'assets/[name]-[hash:7].js',
        codeSplitting: {
          groups: [
            // What every page needs, in two files: libraries change less often than the shell.
            { name: 'libraries', tags: ['$initial'], test: /node_modules/, priority: 10 },
            { name: 'shell', tags: ['$initial'], priority: 9 },
            // What many pages draw with, in a file for each kind of page.
            ...pageChunks(here('./web/app/pages.ts')),
            // That of a password goes with its field, before signing in.
            { name: 'icons', test: /\/lucide-react\/dist\/esm\/icons\/(?!eye)/, minShareCount: 3, priority: 8 },
          ],
        },
      },
    },
  },
  server: { proxy: { '/api': gateway, '/v1': gateway, '/pg': gateway } },
})
