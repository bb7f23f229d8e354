import { tanstackRouter } from '@tanstack/router-plugin/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { VitePWA } from 'vite-plugin-pwa'
import { directMantine } from './scripts/direct-mantine.mjs'
import { eraseTypes } from './scripts/erase-types.mjs'
import { firstChunks } from './scripts/first-chunks.mjs'
import { routes } from './src/routes.ts'

/** One build for the app (with its service worker), one (`--ssr server/main.ts`) for the server. */
export default defineConfig(({ isSsrBuild }) => ({
  clearScreen: false,
  define: { __VERSION__: JSON.stringify(Date.now().toString(36)) },
  build: isSsrBuild
    ? { target: 'node20', emptyOutDir: true, copyPublicDir: false }
    : {
        outDir: 'dist/client',
        target: 'baseline-widely-available',
        assetsInlineLimit: 0,
        manifest: true,
        rolldownOptions: {
          output: {
            // The start names every part there is: each letter of them is a letter of the first load.
            entryFileNames: 'assets/[name]-[hash:7].js',
            chunkFileNames: 'assets/[name]-[hash:7].js',
            assetFileNames: 'assets/[name]-[hash:7][extname]',
            // Few files: a browser asks for six at a time, and each turn is a round trip.
            codeSplitting: {
              groups: [
                { name: 'main', tags: ['$initial'], priority: 14 },
                // Comes before the rest, and is run while that is on its way.
                { name: 'react', test: /node_modules.(react-dom|scheduler)\//, priority: 13 },
                { name: 'frame', test: /app\/signed-layout\.tsx/, priority: 9 },
                {
                  name: 'start',
                  // The hooks that are left out belong to parts that only later pages have.
                  test: /app.start\.tsx|@mantine.hooks(?!.*(drag|move|collapse|long-press))|tanstack.(react-)?query|(components|styles).(TextInput|Alert|Checkbox.CheckIcon|Card|Paper|ActionIcon)\b|auto-contrast|DirectionProvider|create-safe-context|contract.kernel.(fields|endpoint|crud)|crud.(record.delete|form.record-dialog)\.|ui.Page\.|app.Logo\./,
                  priority: 11,
                },
                { name: 'list', test: /crud.list.(PagedTable|NewButton)\.|ui.(LoadingRows|links)\./, priority: 7 },
                { name: 'dexie', test: /node_modules.dexie/, priority: 8 },
                { name: 'dialog', test: /react-remove-scroll|use-sidecar|(components|styles).Modal/, priority: 5 },
                { name: 'floating', test: /floating-ui|(components|styles).(Popover|ScrollArea|FocusTrap|Portal)\b/, priority: 6 },
                { name: 'form', test: /@mantine.form|klona|fast-deep-equal/, priority: 6 },
                { name: 'check', test: /(components|styles).(Checkbox|InlineInput)|styles.PasswordInput/, priority: 6 },
                {
                  name: 'guest',
                  test: /app.guest-layout|features.people.auth.(login|LoginForm|GuestTitle)|PasswordInput|contract.kernel.auth\./,
                  priority: 5,
                },
                { name: 'choice', test: /(components|styles).(Select|Combobox)|ui.DateField/, priority: 5 },
                { name: 'controls', test: /(components|styles).(Radio|Textarea|FileButton|Progress|List)/, priority: 4 },
                {
                  name: 'field',
                  test: /app.outbox\.ts|outbox.(use-outbox|summary)\.|contract.inspections.rescue\.|inspections.words\./,
                  priority: 3,
                },
              ],
            },
          },
        },
      },
  plugins: isSsrBuild
    ? []
    : [
        eraseTypes(),
        tanstackRouter({
          target: 'react',
          autoCodeSplitting: true,
          // A loader names the calls of its page, and with them the contract: it comes with the page.
          codeSplittingOptions: { defaultBehavior: [['component', 'loader']] },
          virtualRouteConfig: './src/routes.ts',
          generatedRouteTree: './src/route-tree.gen.ts',
          routesDirectory: './src',
        }),
        directMantine(import.meta.dirname),
        react(),
        firstChunks(import.meta.dirname, routes),
        VitePWA({
          strategies: 'injectManifest',
          srcDir: 'sw',
          filename: 'sw.ts',
          registerType: 'prompt',
          injectRegister: false,
          injectManifest: {
            rollupFormat: 'iife',
            globPatterns: ['**/*.{js,css,html,svg,woff2}', 'first.json'],
            dontCacheBustURLsMatching: /^assets\//,
          },
          manifest: {
            id: '/',
            name: 'Piazzale – rete carburanti',
            short_name: 'Piazzale',
            description: 'Gestione della rete di punti vendita carburanti e del circuito tessere',
            lang: 'it',
            dir: 'ltr',
            start_url: '/dashboard',
            scope: '/',
            display: 'standalone',
            theme_color: '#0b5563',
            background_color: '#ffffff',
            categories: ['business', 'productivity'],
            shortcuts: [
              {
                name: 'Nuova verifica',
                url: '/verifiche?nuova=avvia',
                icons: [{ src: '/icons/icon-192.png', sizes: '192x192', type: 'image/png' }],
              },
              { name: 'Invii', url: '/invii', icons: [{ src: '/icons/icon-192.png', sizes: '192x192', type: 'image/png' }] },
            ],
            icons: [
              { src: '/icons/icon-192.png', sizes: '192x192', type: 'image/png' },
              { src: '/icons/icon-512.png', sizes: '512x512', type: 'image/png' },
              { src: '/icons/maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
            ],
          },
        }),
      ],
  server: { proxy: { '/api': 'http://127.0.0.1:3000' } },
}))
