import fs from 'node:fs'
import { createRequire } from 'node:module'
import { expect, type Page } from '@playwright/test'
import type axe from 'axe-core'

const source = fs.readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const all: axe.RunOnly = { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] }
const colours: axe.RunOnly = { type: 'rule', values: ['color-contrast', 'link-in-text-block'] }

/** Findings of axe on the page as it is now, one line each: scheme, rule, place. The dark scheme is checked for colours only, since the rest is the same. */
export async function violations(page: Page): Promise<string[]> {
  // Past the content policy, which would not let a test bring a script.
  await page.evaluate(source)
  const said: string[] = []
  // A target half covered by an open list does not count: people press it after closing the list.
  const covered = await page.locator('[role=listbox]:visible, [role=menu]:visible').count()
  for (const [colorScheme, runOnly] of [
    ['light', all],
    ['dark', colours],
  ] as const) {
    await inScheme(page, colorScheme)
    const result = await page.evaluate(
      (only) => (window as unknown as { axe: typeof axe }).axe.run(document, { runOnly: only, resultTypes: ['violations'] }),
      runOnly,
    )
    for (const { id, nodes } of result.violations)
      for (const { target, any } of nodes)
        if (!covered || !any[0]?.message.includes('partially obscured'))
          said.push(`${colorScheme}: ${id}: ${target.join(' ')} ${any[0]?.message ?? ''}`)
  }
  return said
}
/** Turns the page to a scheme, as the device would at dusk; resolves when it is drawn so. */
export async function inScheme(page: Page, colorScheme: 'light' | 'dark') {
  await page.emulateMedia({ colorScheme })
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme)
}
