import fs from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'

const root = path.resolve(import.meta.dirname, '../..')
const mantine = path.join(root, 'node_modules/@mantine/core')
const read = (file: string) => fs.readFileSync(file, 'utf8')
const classesIn = (text: string) => new Set(text.match(/\bm_[0-9a-f]+\b/g))

/** Every name that src imports from '@mantine/core'. */
function importedNames(): Set<string> {
  const names = new Set<string>()
  const sources = fs.readdirSync(`${root}/src`, { recursive: true, encoding: 'utf8' }).filter((file) => /\.tsx?$/.test(file))
  for (const file of sources)
    for (const [, list] of read(`${root}/src/${file}`).matchAll(/^import \{([^}]*)\} from '@mantine\/core'/gm))
      for (const name of list!.split(',')) names.add(name.trim().split(' ')[0]!)
  names.delete('')
  return names
}

/** The class names that a module of Mantine, and all that it imports, can put on the page. */
function classesReachedFrom(file: string, seen: Set<string>): Set<string> {
  const found = new Set<string>()
  if (seen.has(file)) return found
  seen.add(file)
  const text = read(file)
  if (file.endsWith('.module.mjs')) return classesIn(text)
  for (const [, from] of text.matchAll(/from "(\.[^"]+)"/g))
    for (const name of classesReachedFrom(path.resolve(path.dirname(file), from!), seen)) found.add(name)
  return found
}

function neededFiles(): string[] {
  const home = new Map<string, string>()
  for (const [, names, from] of read(`${mantine}/esm/index.mjs`).matchAll(/import \{([^}]*)\} from "(\.[^"]+)"/g))
    for (const name of names!.split(',')) home.set(name.trim().split(' as ').at(-1)!, path.join(mantine, 'esm', from!))
  const seen = new Set<string>()
  const used = new Set<string>()
  for (const name of importedNames()) for (const found of classesReachedFrom(home.get(name)!, seen)) used.add(found)
  const whole = read(`${mantine}/styles.css`)
  return fs
    .readdirSync(`${mantine}/styles`)
    .filter((file) => file.endsWith('.css') && !file.endsWith('.layer.css'))
    .map((file) => ({ file, classes: [...classesIn(read(`${mantine}/styles/${file}`))] }))
    .filter(({ classes }) => classes.some((name) => used.has(name)))
    .sort((a, b) => whole.indexOf(a.classes[0]!) - whole.indexOf(b.classes[0]!))
    .map(({ file }) => file.replace('.css', ''))
}

it('mantine.css holds the CSS of the components that src uses, in the order of the library, and no other', async () => {
  const lines = ['baseline', 'default-css-variables', 'global', ...neededFiles()].map(
    (name) => `@import "@mantine/core/styles/${name}.layer.css";`,
  )
  const text = `/* Written by: npx vitest run tests/unit/styles.test.ts -u */\n${lines.join('\n')}\n`
  await expect(text).toMatchFileSnapshot('../../src/app/mantine.css')
})
