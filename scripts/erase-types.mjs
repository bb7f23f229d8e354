import { transformWithOxc } from 'vite'

/**
 * Erases the types of a page before the router splits it. The router keeps every import that the route still names, a type as well as a
 * value: without this, `listRoute<typeof services.list>` would load the contract with the first page.
 *
 * @returns {import('vite').Plugin}
 */
export const eraseTypes = () => ({
  name: 'erase-types',
  enforce: 'pre',
  async transform(code, id) {
    if (!/\.page\.tsx(\?|$)/.test(id)) return undefined
    const { code: erased, map } = await transformWithOxc(code, id.replace(/\?.*/, ''), {
      lang: 'tsx',
      jsx: 'preserve',
      typescript: { onlyRemoveTypeImports: true },
      sourcemap: true,
    })
    return { code: erased, map }
  },
})
