import fs from 'node:fs'
import path from 'node:path'

/**
 * Rewrites `import { Button } from '@mantine/core'` to the file that defines Button.
 * Why: through the barrel every component that any lazy page uses lands in the entry chunk (measured: 187 against 158 KB on the wire
 * for the smallest program with this stack, and the gap grows with every page).
 */
export function directMantine(root) {
  const esm = path.join(root, 'node_modules/@mantine/core/esm')
  const home = new Map()
  for (const [, names, from] of fs.readFileSync(`${esm}/index.mjs`, 'utf8').matchAll(/import \{([^}]*)\} from "(\.[^"]+)"/g))
    for (const name of names.split(',')) {
      const [original, alias] = name.trim().split(/\s+as\s+/)
      home.set((alias ?? original).trim(), [original.trim(), path.join(esm, from)])
    }
  const rewrite = (_, names) =>
    names
      .split(',')
      .map((name) => name.trim())
      .filter((name) => name && !name.startsWith('type '))
      .map((name) => {
        const [original, alias] = name.split(/\s+as\s+/)
        const found = home.get(original)
        return found ? `import { ${found[0]} as ${alias ?? original} } from '${found[1]}';` : `import { ${name} } from '@mantine/core';`
      })
      .join('\n')
  return {
    name: 'direct-mantine',
    enforce: 'pre',
    transform: (code, id) =>
      /\.[jt]sx?(\?|$)/.test(id) && !id.includes('node_modules')
        ? code.replace(/import \{([^}]*)\} from '@mantine\/core';?/g, rewrite)
        : undefined,
  }
}
