import path from 'node:path'
import type { Plugin } from 'vite'
import { all } from './all.ts'

/** The faults that are planted now, by their places in the list: they are put in as their files are loaded, and nothing on disk changes. */
const planted = () => (process.env.PLANT ? process.env.PLANT.split(',').map((at) => all[Number(at)]!) : [])
export const plantPlugin = (root: string): Plugin => ({
  name: 'plant',
  enforce: 'pre',
  transform(code, id) {
    const one = planted().find(({ file }) => path.relative(root, id.split('?')[0]!) === file)
    if (!one) return undefined
    if (code.split(one.find).length !== 2) throw new Error(`${one.file} does not have exactly once: ${one.find}`)
    // A replacement as a function: `$` means nothing in it.
    return { code: code.replace(one.find, () => one.put), map: null }
  },
})
