import fs from 'node:fs'
import path from 'node:path'

/** The project's folder, from a source file as well as from the bundle in dist/server: the nearest one above with a package.json. */
export const root = (() => {
  let folder = import.meta.dirname
  while (!fs.existsSync(path.join(folder, 'package.json'))) folder = path.dirname(folder)
  return folder
})()
