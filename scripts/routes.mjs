import { Generator, getConfig } from '@tanstack/router-generator'

/** `npm run routes`: writes the table of routes from `src/routes.ts`, as the build and `npm run types` do. */
const root = new URL('..', import.meta.url).pathname
const config = getConfig(
  { target: 'react', virtualRouteConfig: './src/routes.ts', generatedRouteTree: './src/route-tree.gen.ts', routesDirectory: './src' },
  root,
)
await new Generator({ config, root }).run()
