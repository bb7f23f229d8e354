import fs from 'node:fs'
import path from 'node:path'

/** Colours of the library that the theme has no use for: a third of its variables. */
const UNUSED_COLOURS = /--mantine-color-(pink|grape|violet|indigo|blue|cyan|teal|lime|yellow|orange)-[\w-]+:[^;}]+;?/g

/**
 * Rewrites `import { Button } from '@mantine/core'` to the file that defines Button, and imports the CSS of Button beside it.
 * Why: through the barrel every component that any lazy page uses lands in the entry chunk (measured: 187 against 158 KB on the wire
 * for the smallest program with this stack, and the gap grows with every page), and the CSS of the whole library is twice the budget.
 */
export function directMantine(root) {
  const mantine = path.join(root, 'node_modules/@mantine/core')
  const esm = path.join(mantine, 'esm')
  const read = (file) => fs.readFileSync(file, 'utf8')
  const home = new Map()
  for (const [, names, from] of read(`${esm}/index.mjs`).matchAll(/import \{([^}]*)\} from "(\.[^"]+)"/g))
    for (const name of names.split(',')) {
      const [original, alias] = name.trim().split(/\s+as\s+/)
      home.set((alias ?? original).trim(), [original.trim(), path.join(esm, from)])
    }

  /** The style files that others depend on are loaded first, in the order the library asks for. */
  const base = read(path.join(root, 'src/app/styles.ts'))
  /** Style files of a module and of all that it imports: Button.module.mjs has its rules in Button.layer.css. */
  const stylesOf = (file, seen = new Set()) => {
    if (seen.has(file)) return []
    seen.add(file)
    if (file.endsWith('.module.mjs')) return [`@mantine/core/styles/${path.basename(file, '.module.mjs')}.layer.css`]
    return [...read(file).matchAll(/from "(\.[^"]+)"/g)].flatMap(([, from]) => stylesOf(path.resolve(path.dirname(file), from), seen))
  }
  const cssImports = new Map()
  const importCss = (file) => {
    if (!cssImports.has(file))
      cssImports.set(
        file,
        stylesOf(file)
          .filter((style) => !base.includes(style))
          .map((style) => ` import '${style}';`)
          .join(''),
      )
    return cssImports.get(file)
  }

  const rewrite = (_, names) =>
    names
      .split(',')
      .map((name) => name.trim())
      .filter((name) => name && !name.startsWith('type '))
      .map((name) => {
        const [original, alias] = name.split(/\s+as\s+/)
        const found = home.get(original)
        return found
          ? `import { ${found[0]} as ${alias ?? original} } from '${found[1]}';${importCss(found[1])}`
          : `import { ${name} } from '@mantine/core';`
      })
      .join('\n')
  return {
    name: 'direct-mantine',
    enforce: 'pre',
    transform(code, id) {
      if (/\.[jt]sx?(\?|$)/.test(id) && !id.includes('node_modules')) {
        if (code.includes('Table.ScrollContainer'))
          throw new Error(`${id}: import TableScrollContainer, Table has it not (direct-mantine.mjs)`)
        // The router's plugin writes the imports of a page anew, in double quotes.
        return code.replace(/import \{([^}]*)\} from (?:'@mantine\/core'|"@mantine\/core");?/g, rewrite)
      }
      // Table has it as a part of itself; it brings what floats and what scrolls, 12 KB on the wire of every list. Import TableScrollContainer instead.
      if (id.endsWith('/Table/Table.mjs')) return code.replace(/^.*TableScrollContainer.*$/gm, '')
      // The stylesheet of the first page comes after those of the components in the document: a layer of its own keeps it beneath them.
      if (base.includes(`@mantine/core/styles/${path.basename(id)}`))
        return code.replaceAll('@layer mantine', '@layer mantine-base').replace(UNUSED_COLOURS, '')
      return undefined
    },
  }
}
