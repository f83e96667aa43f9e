import { fileURLToPath } from 'node:url'
import { tanstackRouter } from '@tanstack/router-plugin/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { contractPlugin } from './scripts/vite-contract.ts'
import { preloadFont } from './scripts/vite-preload-font.ts'
import { routes } from './src/web/app/routes.ts'

const folder = (path: string) => fileURLToPath(new URL(path, import.meta.url))

export default defineConfig({
  // Not src/web: in development its folder `api` would answer under the same URLs as the server's /api.
  root: folder('src/web/app'),
  publicDir: folder('src/web/public'),
  // Configured before the first schema is made, whichever that is.
  resolve: { alias: [{ find: /^zod$/, replacement: folder('src/web/app/zod.ts') }] },
  server: { fs: { allow: [folder('.')] } },
  plugins: [
    tanstackRouter({
      target: 'react',
      autoCodeSplitting: true,
      // The screen for errors is in the app's file: it is needed when files do not load.
      codeSplittingOptions: { defaultBehavior: [['component']] },
      virtualRouteConfig: routes,
      routesDirectory: folder('src/web'),
      generatedRouteTree: folder('src/web/app/route-tree.gen.ts'),
      addExtensions: true,
      quoteStyle: 'single',
      semicolons: false,
    }),
    react(),
    contractPlugin(),
    preloadFont(),
  ],
  css: { postcss: folder('.') },
  build: {
    outDir: folder('dist/web'),
    emptyOutDir: true,
    // Nothing inline: the content security policy allows scripts from our own files only.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // The dictionaries of the password meter are 1.7 MB; they are loaded while somebody types a new password.
    chunkSizeWarningLimit: 1700,
  },
})
