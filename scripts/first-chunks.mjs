import path from 'node:path'

const START = 'src/app/start.tsx'
const SIGNED = 'src/app/signed-layout.tsx'

const linkOf = (name) => ({ ...(name.endsWith('.css') ? { rel: 'preload', as: 'style' } : { rel: 'modulepreload' }), crossorigin: true })

/**
 * Lists the files of the first page, so that the browser can fetch all of them at once, before any of our code has run.
 * The page itself names the chunks and styles of `start`, to be fetched and not yet applied: a stylesheet would hold back script and paint.
 * `first.json` says which further files the page of each address needs, and whether for who is signed in (`[{ path, signed, files }]`, path as
 * the router writes it, files as they are served): the server names those too, and so does the service worker, for which the same stands in the open.
 */
export function firstChunks(root, routes) {
  /** Names of the chunks that hold any of these source files, of all they import, and of their styles. */
  function filesOf(bundle, sources) {
    const wanted = new Set(sources.map((file) => path.join(root, file)))
    const files = new Set()
    const walk = (name) => {
      const chunk = bundle[name]
      if (files.has(name) || !chunk) return
      for (const file of [name, ...chunk.viteMetadata.importedCss]) files.add(file)
      chunk.imports.forEach(walk)
    }
    // Only a page's component and loader are its own chunk; the rest of it is in `start`.
    for (const chunk of Object.values(bundle))
      if (chunk.type === 'chunk' && chunk.moduleIds.some((id) => wanted.has(id.replace(/\?tsr-split=.*/, '')))) walk(chunk.fileName)
    return [...files]
  }
  const pagesOf = ({ path: at = '', file, children = [] }, above = [], before = '') => {
    const [files, here] = [[...above, `src/${file}`], before + at]
    return children.length ? children.flatMap((child) => pagesOf(child, files, here)) : [{ path: here, files }]
  }
  return {
    name: 'first-chunks',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (html, { bundle }) =>
        filesOf(bundle, [START])
          .filter((name) => !html.includes(name))
          .map((name) => ({ tag: 'link', attrs: { ...linkOf(name), href: `/${name}` }, injectTo: 'head' })),
    },
    generateBundle: {
      // After the chunks that held nothing but styles are gone.
      order: 'post',
      handler(_, bundle) {
        const start = filesOf(bundle, [START])
        const pages = pagesOf(routes).map((page) => ({
          path: page.path,
          signed: page.files.includes(SIGNED),
          files: filesOf(bundle, page.files).flatMap((name) => (start.includes(name) ? [] : `/${name}`)),
        }))
        for (const fileName of ['.vite/first.json', 'first.json']) this.emitFile({ type: 'asset', fileName, source: JSON.stringify(pages) })
      },
    },
  }
}
